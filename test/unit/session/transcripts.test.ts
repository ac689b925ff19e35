import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../src/session/session';
import { type Replayed, replay } from '../../support/replay';

const FOLDER = 'test/fixtures/transcripts';

function counts(values: readonly string[]): string {
  const counted = new Map<string, number>();
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
  return [...counted].map(([value, count]) => `${count} ${value}`).join(', ');
}

/** What a session has come to, in a few lines. */
function summary({ state }: Session): string[] {
  const { entries, terminals, commands, usage, modes, configOptions, title } = state;
  const tools = entries.flatMap((entry) => (entry.kind === 'tool' ? entry.call.state : []));
  return [
    `entries: ${counts(entries.map(({ kind }) => kind))}`,
    `tools: ${counts(tools)}`,
    `has: ${counts([
      ...[...terminals.keys()].map(() => 'terminals'),
      ...commands.map(() => 'commands'),
      ...configOptions.map(() => 'options'),
      ...(modes ? [`mode ${modes.currentModeId}`] : []),
      ...(usage ? ['usage'] : []),
      ...(title ? ['title'] : []),
    ])}`,
  ];
}

function answers({ asked }: Replayed): string {
  return counts(
    asked.map(({ request, ours: [answer] }) => {
      const outcome = answer?.result?.outcome?.outcome ?? answer?.result?.action;
      const error = answer?.error?.code;
      return [request.method, outcome ?? error].filter(Boolean).join(' ');
    }),
  );
}

const EXPECTED: Readonly<Record<string, unknown>> = {
  'example.jsonl': [
    {
      sessions: [
        [
          'entries: 11 user, 24 agent, 19 tool, 6 notice',
          'tools: 12 output-available, 2 output-denied, 5 cancelled',
          'has: ',
        ],
      ],
      turns: '7 end_turn, 4 cancelled',
      answers: '6 session/request_permission selected, 2 session/request_permission cancelled',
      left: '1 session/cancel, 1 no/such_method, 1 _acpdrive/ping, 1 _acpdrive/note, 1 no/such_note, 1 $/cancel_request, 2 session/prompt, 1 session/load, 2 session/new, 1 authenticate',
    },
  ],
  'gemini-missing-empty.jsonl': [
    {
      sessions: [
        [
          'entries: 5 user, 6 agent, 9 tool, 1 notice',
          'tools: 8 output-available, 1 output-error',
          'has: 6 commands, 1 mode default',
        ],
      ],
      turns: '5 end_turn',
      answers: '10 fs/read_text_file, 4 session/request_permission selected, 4 fs/write_text_file',
      left: '',
    },
  ],
  'gemini-nocaps.jsonl': [
    {
      sessions: [
        [
          'entries: 6 user, 2 thought, 11 agent, 13 tool, 1 notice',
          'tools: 12 output-available, 1 output-error',
          'has: 6 commands, 1 mode default',
        ],
      ],
      turns: '6 end_turn',
      answers: '5 session/request_permission selected',
      left: '',
    },
  ],
  'gemini.jsonl': [
    {
      sessions: [
        [
          'entries: 57 user, 65 agent, 5 thought, 47 tool, 13 notice',
          'tools: 36 output-available, 7 output-error, 2 output-denied, 2 cancelled',
          'has: 6 commands, 1 mode default',
        ],
        ['entries: 1 user, 1 agent, 1 notice', 'tools: ', 'has: 1 commands, 1 mode default'],
        ['entries: ', 'tools: ', 'has: '],
      ],
      turns: '46 end_turn, 9 cancelled, 2 error, 1 max_turn_requests',
      answers:
        '13 fs/read_text_file, 20 session/request_permission selected, 5 fs/write_text_file, 2 fs/read_text_file -32002, 2 session/request_permission cancelled',
      left: '1 session/cancel, 1 session/set_mode, 1 no/such_method, 1 _acpdrive/ping, 1 _acpdrive/note, 1 no/such_note, 1 $/cancel_request, 2 session/prompt, 2 session/new, 1 authenticate, 2 session/list',
    },
    {
      sessions: [
        [
          'entries: 92 user, 92 agent, 1 thought, 43 tool, 1 notice',
          'tools: 36 output-available, 7 output-error',
          'has: 1 commands, 1 mode default',
        ],
      ],
      turns: '1 end_turn',
      answers: '',
      left: '1 session/list',
    },
    {
      sessions: [['entries: 1 user, 1 notice', 'tools: ', 'has: 1 commands, 1 mode default']],
      turns: '1 error',
      answers: '',
      left: '1 session/resume, 1 session/fork, 1 session/close, 1 session/delete, 1 session/prompt',
    },
  ],
  'kimi-elicit.jsonl': [
    {
      sessions: [
        [
          'entries: 6 user, 6 tool, 5 agent, 1 notice',
          'tools: 1 output-available, 3 output-error, 2 cancelled',
          'has: 6 commands, 3 options, 1 mode default, 1 usage, 1 title',
        ],
      ],
      turns: '6 end_turn',
      answers: '1 elicitation/create accept, 5 fs/read_text_file -32002',
      left: '2 session/set_mode',
    },
  ],
  'kimi-nocaps.jsonl': [
    {
      sessions: [
        [
          'entries: 6 user, 2 thought, 11 agent, 13 tool, 1 plan, 1 notice',
          'tools: 10 output-available, 3 output-error',
          'has: 6 commands, 3 options, 1 mode default, 1 usage, 1 title',
        ],
      ],
      turns: '6 end_turn',
      answers: '1 session/request_permission selected',
      left: '',
    },
  ],
  'kimi.jsonl': [
    {
      sessions: [
        [
          'entries: 57 user, 59 agent, 5 thought, 50 tool, 2 plan, 13 notice',
          'tools: 35 output-available, 11 output-error, 1 output-denied, 3 cancelled',
          'has: 9 terminals, 1 commands, 3 options, 1 mode default, 1 usage, 1 title',
        ],
        [
          'entries: 1 user, 1 agent, 1 notice',
          'tools: ',
          'has: 1 commands, 3 options, 1 mode default, 1 usage, 1 title',
        ],
        ['entries: ', 'tools: ', 'has: '],
      ],
      turns: '47 end_turn, 9 cancelled, 2 error',
      answers:
        '19 fs/read_text_file, 140 fs/read_text_file -32002, 8 fs/write_text_file, 11 session/request_permission selected, 9 terminal/create, 9 terminal/wait_for_exit, 28 terminal/output, 9 terminal/release, 2 session/request_permission cancelled, 1 terminal/kill',
      left: '1 session/cancel, 8 session/set_mode, 1 session/set_config_option, 1 no/such_method, 1 _acpdrive/ping, 1 _acpdrive/note, 1 no/such_note, 1 $/cancel_request, 2 session/prompt, 2 session/new, 1 authenticate, 1 session/list',
    },
    {
      sessions: [
        [
          'entries: 49 user, 60 agent, 4 thought, 47 tool, 1 notice',
          'tools: 35 output-available, 12 output-error',
          'has: 1 commands, 3 options, 1 mode default, 1 usage',
        ],
      ],
      turns: '1 end_turn',
      answers: '',
      left: '',
    },
    {
      sessions: [
        ['entries: 1 user, 1 agent', 'tools: ', 'has: 1 commands, 3 options, 1 mode default'],
        [
          'entries: 1 user, 1 agent, 1 notice',
          'tools: ',
          'has: 1 commands, 3 options, 1 mode default, 1 usage, 1 title',
        ],
      ],
      turns: '2 end_turn',
      answers: '',
      left: '1 session/fork, 1 session/prompt',
    },
  ],
};

describe.each(readdirSync(FOLDER))('the recording %s', (file) => {
  it('ends in a known state, with every request answered as it was', {
    timeout: 60_000,
  }, async () => {
    const runs = await replay(join(FOLDER, file));
    for (const { asked, sessions, log } of runs) {
      for (const { request, ours, theirs } of asked) {
        expect(ours, JSON.stringify(request)).toHaveLength(1);
        if (theirs && request.method !== 'terminal/create') {
          expect(ours[0]?.result, JSON.stringify(request)).toEqual(theirs.result);
          expect(ours[0]?.error?.code).toBe(theirs.error?.code);
        }
      }
      for (const { state } of sessions) {
        expect(state.permissions).toEqual([]);
        expect(state.queue).toEqual([]);
        expect(state.turn.phase).toBe('idle');
      }
      expect(log.of('error')).toEqual([]);
    }
    const found = runs.map((run) => ({
      sessions: run.sessions.map(summary),
      turns: counts(run.ends),
      answers: answers(run),
      left: counts(run.left),
    }));
    expect(found).toEqual(EXPECTED[file]);
  });
});

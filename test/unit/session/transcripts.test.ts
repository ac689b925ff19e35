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
      const outcome = answer?.result?.outcome?.outcome;
      const error = answer?.error?.code;
      return [request.method, outcome ?? error].filter(Boolean).join(' ');
    }),
  );
}

const EXPECTED: Readonly<Record<string, unknown>> = {};

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

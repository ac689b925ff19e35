import { expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { silentLogger } from '../../../src/base/logger';
import { Agent } from '../../../src/client/agent';
import type { TerminalExit } from '../../../src/model/state';
import { AcpError } from '../../../src/protocol/errors';
import type { Documents, Terminal, Terminals } from '../../../src/session/ports';
import type { Session } from '../../../src/session/session';
import { PipedProcess } from '../../support/piped-process';
import { newFile } from '../../support/preview';
import { testSession } from '../../support/session';
import {
  counted,
  type Pick,
  random,
  recorded,
  requestIds,
  spoiledLines,
} from '../../support/spoil';
import { wait } from '../../support/wait';

const ROUNDS = 10;
const MESSAGES = 10_000;
const FIRST_SEED = 20261120;

const update = (fields: object): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: fields },
});

/** What no recording has. */
const OTHERS: readonly object[] = [
  { method: '$/cancel_request', params: { requestId: 7 } },
  { method: 'elicitation/complete', params: { elicitationId: 'e' } },
  {
    id: 7,
    method: 'elicitation/create',
    params: {
      sessionId: 's',
      mode: 'url',
      elicitationId: 'e',
      url: 'https://example.org/',
      message: 'Sign in',
    },
  },
  update({ sessionUpdate: 'notice', severity: 'warning', title: 'Soon', description: null }),
  update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' }),
  update({
    sessionUpdate: 'compaction_summary_chunk',
    compactionId: 'c',
    content: { type: 'text', text: 'short' },
  }),
  update({
    sessionUpdate: 'tool_call_update',
    toolCallId: 't',
    content: [{ type: 'terminal', terminalId: 't' }],
    _meta: { terminal_output: { data: 'x' }, terminal_exit: { exit_code: 1, signal: null } },
  }),
  update({
    sessionUpdate: 'config_option_update',
    configOptions: [{ type: 'boolean', id: 'fast', name: 'Fast', currentValue: true }],
  }),
];

/** Messages of agents and clients, all for the one session there is. */
const MESSAGES_FOR_US = [...recorded(), ...Array.from({ length: 20 }, () => OTHERS).flat()].map(
  (message) =>
    JSON.parse(
      JSON.stringify(message)
        .replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"s"')
        .replaceAll(/"terminalId":"[^"]*"/g, '"terminalId":"v.1"'),
    ) as object,
);

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Files that are there, are not, or fail, now or later. */
function moodyDocuments(pick: Pick): Documents {
  const answer = async (path: string): Promise<string> => {
    const mood = pick(5);
    if (mood === 0) throw AcpError.notFound(path);
    if (mood === 1) throw new Error('odd');
    if (mood === 2) await turnOfLoop();
    return 'text';
  };
  return {
    read: (_scope, path) => answer(path),
    write: async (_scope, path) => void (await answer(path)),
    preview: async (_scope, _path, content) => newFile(content),
  };
}

/** Commands that cannot be started, end at once, or never by themselves. */
function moodyTerminals(pick: Pick): Terminals {
  return {
    create: async (): Promise<Terminal> => {
      const mood = pick(4);
      if (mood === 0) throw AcpError.invalidParams('no such program');
      if (mood === 1) await turnOfLoop();
      const exit = new Deferred<TerminalExit>();
      if (mood === 2) exit.resolve({ exitCode: 1, signal: null });
      return {
        read: () => ({ output: 'output', truncated: false }),
        exited: exit.promise,
        onText: () => ({ dispose: () => {} }),
        end: async () => exit.resolve({ exitCode: null, signal: 'SIGKILL' }),
      };
    },
  };
}

interface Answer {
  readonly id?: unknown;
  readonly method?: string;
}

/** One agent that says these lines, while the user does this and that. */
class Round {
  /** What notifications made us trip over. */
  readonly errors: unknown[] = [];
  readonly #process = new PipedProcess<Answer>();
  readonly #pick: Pick;
  readonly #agent: Agent;
  readonly #session: Session;

  constructor(seed: number) {
    this.#pick = random(seed);
    this.#agent = new Agent({
      name: 'fuzz',
      process: this.#process,
      documents: moodyDocuments(this.#pick),
      clientVersion: '0',
      log: {
        ...silentLogger,
        error: (message, details) => {
          if (message.startsWith('handling')) this.errors.push(details);
        },
      },
      startTimeoutMs: 5000,
      quirksOf: () => ({}),
    });
    this.#session = testSession({ key: 'v', agent: 'fuzz', terminals: moodyTerminals(this.#pick) });
  }

  async open(): Promise<void> {
    const opened = this.#agent.open(this.#session, []);
    this.say('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{}}}');
    await wait(() => this.sent.length === 2, 'session/new is sent');
    this.say('{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}');
    await opened;
  }

  get sent(): readonly Answer[] {
    return this.#process.sent;
  }

  say(line: string): void {
    this.#process.say(line);
  }

  /** What a user does meanwhile. */
  act(): void {
    const { permissions } = this.#session.state;
    const asked = permissions[this.#pick(permissions.length + 1)];
    const mood = this.#pick(4);
    if (mood === 0) void this.#session.prompt([{ type: 'text', text: 'go' }]);
    if (mood === 1) this.#session.cancel();
    if (asked) this.#session.answer(asked.id, asked.options[this.#pick(3)]?.optionId);
    const { elicitations, state } = this.#session;
    const form = state.elicitations[this.#pick(state.elicitations.length + 1)];
    if (form && mood === 2) elicitations.accept(form.id);
    else if (form) elicitations.refuse(form.id, 'decline');
  }

  /** Waits until everything said so far has been handled, then closes the session and waits again. */
  async settle(): Promise<void> {
    await this.#handled('handled');
    await this.#session.close();
    await this.#handled('closed');
  }

  async end(): Promise<void> {
    this.#process.end();
    await this.#agent.gone;
  }

  async #handled(id: string): Promise<void> {
    this.say(`{"jsonrpc":"2.0","id":"${id}","method":"_the/end"}`);
    await wait(() => this.sent.some((message) => message.id === id), 'all is handled', {
      timeout: 30_000,
    });
    for (let turns = 0; turns < 20; turns++) await turnOfLoop();
  }
}

async function round(seed: number): Promise<void> {
  const lines = spoiledLines(MESSAGES, seed, MESSAGES_FOR_US);
  const one = new Round(seed);
  await one.open();
  for (const [index, line] of lines.entries()) {
    one.say(line);
    if (index % 50 > 0) continue;
    one.act();
    await turnOfLoop();
  }
  await one.settle();
  const ours = new Set(['handled', 'closed']);
  const answers = one.sent.filter(({ id, method }) => !method && id !== null && !ours.has(`${id}`));
  const asked = requestIds(lines);
  expect(one.errors, `seed ${seed}`).toEqual([]);
  expect(asked.length, `seed ${seed}`).toBeGreaterThan(500);
  expect(counted(answers.map(({ id }) => id)), `seed ${seed}`).toEqual(counted(asked));
  await one.end();
}

it(`${ROUNDS * MESSAGES} spoiled messages throw nothing and leave no request without its one answer`, {
  timeout: 120_000,
}, async () => {
  for (let index = 0; index < ROUNDS; index++) await round(FIRST_SEED + index);
});

/** The session layer with a real agent process at its other end, without an editor. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../../src/agents/process';
import { createTerminals } from '../../src/agents/terminals';
import { Agent, type AgentQuirks } from '../../src/client/agent';
import type { Opening } from '../../src/client/open-session';
import { type Change, changes } from '../../src/model/changes';
import type { SessionState } from '../../src/model/state';
import { AcpError } from '../../src/protocol/errors';
import type { Documents } from '../../src/session/ports';
import type { PromptResult } from '../../src/session/prompt-queue';
import type { Session } from '../../src/session/session';
import type { ScriptedAgent } from './agent';
import { FakeClock } from './clock';
import { newFile } from './preview';
import { expectNoneLeft, killMarked, newMark } from './process';
import { testSession } from './session';
import { wait } from './wait';
import { TestLog } from './wire';

export interface Talk extends AsyncDisposable {
  readonly agent: Agent;
  readonly session: Session;
  readonly log: TestLog;
  /** The session's folder. */
  readonly cwd: string;
  /** Everything started from here carries it; see `process.ts`. */
  readonly mark: string;
  /** Every state so far, the newest last. */
  readonly states: readonly SessionState[];
  /** All that listeners are shown, the newest last. */
  readonly changes: readonly Change[];
  prompt(text: string): Promise<PromptResult>;
  /** Waits until the state is as wanted. */
  until(holds: (state: SessionState) => unknown, what: string): Promise<void>;
}

export interface TalkOptions {
  /** False: the test opens the session itself. */
  readonly open?: boolean;
  readonly opening?: Opening;
  readonly quirks?: AgentQuirks;
}

export async function talkTo(script: ScriptedAgent, options: TalkOptions = {}): Promise<Talk> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-talk-')));
  const { mark, env } = newMark();
  const log = new TestLog();
  const { command, args } = script;
  const agent = new Agent({
    name: 'scripted',
    process: launch({ command, args, cwd, env }, log),
    documents: onDisk,
    clientVersion: '0',
    log,
    startTimeoutMs: 10_000,
    quirksOf: () => options.quirks ?? {},
  });
  // No input settles by itself: a test must not depend on how fast its agent is.
  const session = testSession({ cwd, terminals: createTerminals({}), clock: new FakeClock() });
  const states: SessionState[] = [];
  const seen: Change[] = [];
  session.onChange((change) => {
    states.push(change.after);
    seen.push(...changes(change));
  });
  if (options.open !== false) await agent.open(session, [], options.opening);
  return {
    agent,
    session,
    log,
    cwd,
    mark,
    states,
    changes: seen,
    prompt: (text) => session.prompt([{ type: 'text', text }]),
    until: async (holds, what) => {
      await wait(
        () => holds(session.state),
        () => `${what}, but: ${JSON.stringify(session.state)}`,
      );
    },
    [Symbol.asyncDispose]: async () => {
      await agent.stop();
      await agent.gone;
      await expectNoneLeft(mark, 3000).catch(() => killMarked(mark));
      rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const onDisk: Documents = {
  read: async (_scope, path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      throw AcpError.notFound(path);
    }
  },
  write: async (_scope, path, content) => writeFileSync(path, content),
  preview: async (_scope, _path, content) => newFile(content),
};

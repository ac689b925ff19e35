import { expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { TerminalExit } from '../../../src/model/state';
import type { Terminal, Terminals } from '../../../src/session/ports';
import type { Session } from '../../../src/session/session';
import { testSession } from '../../support/session';

const ended: Deferred<TerminalExit>[] = [];
const terminals: Terminals = {
  create: async (): Promise<Terminal> => {
    const exit = new Deferred<TerminalExit>();
    ended.push(exit);
    return {
      read: () => ({ output: '', truncated: false }),
      exited: exit.promise,
      onText: () => ({ dispose: () => {} }),
      end: async () => exit.resolve({ exitCode: null, signal: 'SIGKILL' }),
    };
  },
};

const session = (): Session => testSession({ agent: 'flood', terminals });
const never = new AbortController().signal;
const RUN = { sessionId: 's', command: 'sleep' };

/** How many of the answers are errors of this text. */
async function refused(answers: readonly Promise<unknown>[], text: string): Promise<number> {
  const settled = await Promise.allSettled(answers);
  return settled.filter(({ status, reason }: { status: string; reason?: Error }) => {
    return status === 'rejected' && reason?.message.includes(text);
  }).length;
}

it('of ten thousand permissions a hundred are asked, and every one is answered', async () => {
  const one = session();
  const answers = Array.from({ length: 10_000 }, (_, index) =>
    one.ask({ sessionId: 's', toolCall: { toolCallId: `t${index}` }, options: [] }, never),
  );
  expect(one.state.permissions).toHaveLength(100);
  expect(one.state.entries).toHaveLength(100);
  await one.close();
  expect(await refused(answers, '100 permissions are asked already')).toBe(9900);
});

it('of a thousand forms twenty are asked, and every one is answered', async () => {
  const one = session();
  const form = {
    sessionId: 's',
    mode: 'form',
    message: 'm',
    requestedSchema: { type: 'object', properties: {} },
  } as const;
  const answers = Array.from({ length: 1000 }, () => one.elicit(form, never));
  expect(one.state.elicitations).toHaveLength(20);
  await one.close();
  expect(await refused(answers, '20 forms and addresses are asked already')).toBe(980);
});

it('a hundred commands run at once; when one has ended there is room for another', async () => {
  const one = session();
  const first = ended.length;
  const answers = Array.from({ length: 5000 }, () => one.terminals.create(RUN, '/p'));
  expect(await refused(answers, '100 commands run already')).toBe(4900);
  expect(ended.length - first).toBe(100);
  ended[first]?.resolve({ exitCode: 0, signal: null });
  await one.terminals.wait((await answers[0]) ?? '');
  await one.terminals.create(RUN, '/p');
  await expect(one.terminals.create(RUN, '/p')).rejects.toThrow('100 commands run already');
  await one.close();
});

it('of commands that are never released the newest are remembered', async () => {
  const one = session();
  const ids: string[] = [];
  for (let count = 0; count < 300; count++) {
    const id = await one.terminals.create(RUN, '/p');
    ids.push(id);
    await one.terminals.kill(id);
  }
  expect(() => one.terminals.read(ids[0] ?? '')).toThrow('unknown terminal');
  expect(one.terminals.read(ids[299] ?? '').output).toBe('');
  await one.close();
});

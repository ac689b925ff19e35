import { describe, expect, it } from 'vitest';
import { approveCommand, type FileWish, scopeFor } from '../../../src/client/approval';
import { changeBetween } from '../../../src/files/documents/preview';
import type { Ruling } from '../../../src/model/operations';
import type { PermissionRequest, ToolCall } from '../../../src/model/state';
import { AcpError } from '../../../src/protocol/errors';
import type { Documents } from '../../../src/session/ports';
import type { Session } from '../../../src/session/session';
import { testSession } from '../../support/session';

const MAKE = { sessionId: 's', command: 'make', args: ['all'] };

const documents: Documents = {
  read: () => Promise.reject(AcpError.internal('nothing is read here')),
  write: () => Promise.reject(AcpError.internal('nothing is written here')),
  preview: async (_scope, path, content) => changeBetween(`old ${path}\n`, content),
};

/** A session whose user gives these answers, one after the other; what was asked and judged is kept. */
function sessionOf(effect: Ruling['effect'] | undefined, ...answers: string[]) {
  const asked: PermissionRequest[] = [];
  const judged: PermissionRequest[] = [];
  const session = testSession({
    judge: (operation) => {
      judged.push(operation);
      return effect && { effect, why: 'so it is' };
    },
    policy: (question) => {
      asked.push(question);
      const optionId = answers.shift();
      return optionId === undefined ? undefined : { optionId, by: 'hook', why: 'said' };
    },
  });
  return { session, asked, judged };
}

/** One whose rules go by the path alone, and whose user says no. */
function ruledBy(effects: Readonly<Record<string, Ruling['effect']>>) {
  const session = testSession({
    judge: ({ locations }) => {
      const effect = effects[locations[0]?.path ?? ''];
      return effect && { effect, why: 'so it is' };
    },
    policy: () => ({ optionId: 'no', by: 'hook', why: 'said' }),
  });
  return { session };
}

const signal = new AbortController().signal;
const wish = (kind: FileWish['kind'], path = 'a'): FileWish => ({ kind, path, content: 'new\n' });
const approve = (session: Session, wanted: FileWish, real = '/real/a') =>
  scopeFor(session, documents, wanted).approve?.(real, signal);
const outside = (session: Session, wanted: FileWish) => {
  const scope = scopeFor(session, documents, wanted);
  const question = { kind: 'write', path: '/etc/x', folder: '/etc' } as const;
  return { scope, answer: scope.askOutside?.(question, signal) };
};

describe('a command of an agent', () => {
  it('runs when the rules say nothing against it', async () => {
    const { session, asked, judged } = sessionOf(undefined);
    await approveCommand(session, MAKE, signal);
    expect(asked).toEqual([]);
    expect(judged).toMatchObject([{ rawInput: { command: 'make', args: ['all'] } }]);
  });

  it('does not run when they deny it, and the agent learns why', async () => {
    const { session, asked } = sessionOf('deny');
    await expect(approveCommand(session, MAKE, signal)).rejects.toThrow(
      "the user's rules deny this (so it is): make all",
    );
    expect(asked).toEqual([]);
  });

  it('is asked about each time when they ask, and may be allowed for the session', async () => {
    const { session, asked } = sessionOf('ask', 'once', 'session');
    await approveCommand(session, MAKE, signal);
    await approveCommand(session, MAKE, signal);
    await approveCommand(session, MAKE, signal);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      title: 'Run make all',
      kind: 'execute',
      rawInput: { command: 'make', args: ['all'] },
      options: [
        { optionId: 'once', kind: 'allow_once' },
        { name: 'Allow this command for this session', kind: 'allow_always' },
        { optionId: 'no', kind: 'reject_once' },
      ],
    });
  });

  it('does not run when the user says no', async () => {
    const { session, asked } = sessionOf('ask', 'no', 'no');
    const refusal = 'the user was asked and did not allow this: make all. Do not try it';
    await expect(approveCommand(session, MAKE, signal)).rejects.toThrow(refusal);
    await expect(approveCommand(session, MAKE, signal)).rejects.toThrow(refusal);
    expect(asked).toHaveLength(2);
  });

  it('is not asked about again when the agent has asked already', async () => {
    const { session, asked } = sessionOf('ask', 'yes');
    const toolCall = {
      toolCallId: 't',
      kind: 'execute',
      rawInput: { command: 'make all' },
    } as const;
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] as const;
    await session.ask({ sessionId: 's', toolCall, options }, signal);
    await approveCommand(session, MAKE, signal);
    expect(asked).toHaveLength(1);
  });

  it('is cancelled with its question', async () => {
    const { session, asked } = sessionOf('ask');
    const abort = new AbortController();
    const running = approveCommand(session, MAKE, abort.signal);
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: -32800 });
    const closed = approveCommand(session, MAKE, signal);
    await session.close();
    await expect(closed).rejects.toMatchObject({ code: -32800 });
    expect(asked).toHaveLength(2);
  });
});

describe('a question of our own', () => {
  it('is a call of its own, which is over when it was allowed', async () => {
    const { session, asked } = sessionOf('ask', 'once', 'no');
    await approveCommand(session, MAKE, signal);
    await expect(approveCommand(session, MAKE, signal)).rejects.toThrow();
    const [first, second] = session.state.entries.flatMap((entry) =>
      entry.kind === 'tool' ? [entry.call as ToolCall] : [],
    );
    expect([first?.state, second?.state]).toEqual(['output-available', 'output-denied']);
    expect(new Set(asked.map(({ toolCallId }) => toolCallId)).size).toBe(2);
  });
});

describe('a file that an agent reads or writes', () => {
  it('is reached in the folders of the session', () => {
    const { session } = sessionOf(undefined);
    session.grantFolders(['/more']);
    expect(scopeFor(session, documents, wish('read'))).toMatchObject({
      session: 'v1',
      roots: ['/project', '/more'],
    });
  });

  it('is not asked about when the rules say nothing against it', async () => {
    const { session, asked, judged } = sessionOf(undefined);
    await approve(session, wish('read'));
    await approve(session, wish('edit'));
    expect(asked).toEqual([]);
    expect(judged).toMatchObject([
      { kind: 'read', locations: [{ path: 'a' }] },
      { kind: 'read', locations: [{ path: '/real/a' }] },
      { kind: 'edit', locations: [{ path: 'a' }] },
      { kind: 'edit', locations: [{ path: '/real/a' }] },
    ]);
  });

  it('is not touched when they deny the file to which its name leads by then', async () => {
    const { session } = ruledBy({ '/real/denied': 'deny', '/real/asked': 'ask' });
    await approve(session, wish('read'), '/real/other');
    await expect(approve(session, wish('read'), '/real/denied')).rejects.toThrow(
      "the user's rules deny this (so it is): /real/denied",
    );
    await expect(approve(session, wish('edit'), '/real/asked')).rejects.toThrow(
      'did not allow this: Write a',
    );
  });

  it('is not touched when they deny it', () => {
    const { session } = sessionOf('deny');
    expect(() => scopeFor(session, documents, wish('edit'))).toThrow(
      "the user's rules deny this (so it is): a",
    );
  });

  it('is asked about with what is written, by its real path', async () => {
    const { session, asked } = sessionOf('ask', 'once', 'once');
    await approve(session, wish('edit'));
    await approve(session, wish('edit'));
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      title: 'Write a',
      kind: 'edit',
      locations: [{ path: '/real/a' }],
      content: [{ type: 'diff', path: '/real/a', oldText: 'old /real/a\n', newText: 'new\n' }],
    });
    expect(asked[0]?.options[1]?.name).toBe('Allow to write this file for this session');
  });

  it('is shown as empty when nothing is to be written in it', async () => {
    const { session, asked } = sessionOf('ask', 'once');
    await approve(session, { kind: 'edit', path: 'a' });
    expect(asked[0]?.content).toMatchObject([{ newText: '' }]);
  });

  it('is asked about once to be read, in parts too', async () => {
    const { session, asked } = sessionOf('ask', 'once', 'once');
    await approve(session, wish('read'));
    await approve(session, wish('read'));
    expect(asked).toMatchObject([{ title: 'Read a', kind: 'read', content: [] }]);
    expect(asked[0]?.options[1]?.name).toBe('Allow to read this file for this session');
    await approve(session, wish('edit'));
    expect(asked).toHaveLength(2);
  });

  it('may be allowed for the session, by its name and by where it really is', async () => {
    const { session, asked } = sessionOf('ask', 'session', 'no');
    await approve(session, wish('edit', '/project/a'));
    await approve(session, wish('edit', '/project/a'), '/real/moved');
    await approve(session, wish('edit', '/project/link'));
    expect(asked).toHaveLength(1);
    await expect(approve(session, wish('edit', '/project/b'), '/real/b')).rejects.toThrow(
      'did not allow this: Write /project/b. Do not try it in another way',
    );
  });

  it('outside of the folders is asked about with what is written', async () => {
    const { session, asked } = sessionOf(undefined, 'once', 'folder', 'no');
    expect(await outside(session, wish('edit')).answer).toBe('once');
    expect(await outside(session, wish('edit')).answer).toBe('folder');
    expect(await outside(session, wish('read')).answer).toBe('no');
    expect(asked).toMatchObject([
      {
        title: 'Write outside the project: /etc/x',
        kind: 'edit',
        locations: [{ path: '/etc/x' }],
        content: [{ type: 'diff', path: '/etc/x', oldText: 'old /etc/x\n', newText: 'new\n' }],
      },
      { options: [{}, { name: 'Allow in /etc for this session', kind: 'allow_always' }, {}] },
      { title: 'Read outside the project: /etc/x', kind: 'read', content: [] },
    ]);
  });

  it('outside of the folders is not asked about a second time for the rules', async () => {
    const { session, asked } = sessionOf('ask', 'once', 'once');
    const { scope, answer } = outside(session, wish('edit'));
    await answer;
    await scope.approve?.('/etc/x', signal);
    expect(asked).toHaveLength(1);
    await approve(session, wish('edit'));
    expect(asked).toHaveLength(2);
  });

  it('outside of the folders is asked about for the rules when the first answer was no', async () => {
    const { session } = sessionOf('ask', 'no', 'no');
    const { scope, answer } = outside(session, wish('edit'));
    expect(await answer).toBe('no');
    await expect(scope.approve?.('/etc/x', signal)).rejects.toThrow('did not allow this');
  });
});

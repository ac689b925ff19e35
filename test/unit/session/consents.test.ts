import { describe, expect, it } from 'vitest';
import { changeBetween } from '../../../src/files/documents/preview';
import type { SessionEvent } from '../../../src/model/event';
import type { PermissionRequest } from '../../../src/model/state';
import { Consents, type Operation } from '../../../src/session/consents';
import { request } from '../../support/rules';

const OPTIONS = [
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
] as const;

const answered = (fields: Partial<PermissionRequest>, optionId = 'once'): SessionEvent => ({
  type: 'answered',
  id: 'p',
  outcome: { outcome: 'selected', optionId },
  by: 'user',
  request: request({ options: OPTIONS, ...fields }),
});

const agreed = (...asked: Partial<PermissionRequest>[]): Consents => {
  const consents = new Consents('/project');
  for (const one of asked) consents.note(answered(one));
  return consents;
};

const read = (...paths: string[]): Operation => ({ kind: 'read', paths });
const edit = (path: string, before: string | null = 'a\n', after = 'b\n'): Operation => ({
  kind: 'edit',
  paths: [path],
  change: changeBetween(before, after),
});
const run = (rawInput: unknown): Operation => ({ kind: 'execute', rawInput });
const at = (path: string) => ({ locations: [{ path }] });
const diff = (path: string, oldText: string, newText: string) =>
  ({ type: 'diff', path, oldText, newText }) as const;

describe('what was agreed to when the agent asked', () => {
  it('is nothing as long as nobody has', () => {
    const consents = new Consents('/project');
    expect(consents.take(read('/project/a'))).toBe(false);
    expect(consents.take(edit('/project/a'))).toBe(false);
    expect(consents.take(run({ command: 'make' }))).toBe(false);
  });

  it.each<[optionId: string, taken: boolean]>([
    ['once', true],
    ['always', true],
    ['no', false],
    ['never', false],
    ['unheard of', false],
  ])('is what the answer "%s" says: %s', (optionId, taken) => {
    const consents = new Consents('/project');
    consents.note(answered(at('a'), optionId));
    expect(consents.take(read('/project/a'))).toBe(taken);
  });

  it('is nothing when the question was cancelled, or is still open', () => {
    const consents = new Consents('/project');
    const { options, ...asked } = request({ ...at('a'), options: OPTIONS });
    consents.note({ type: 'asked', id: 'p', toolCall: { toolCallId: 't' }, options });
    consents.note({
      type: 'answered',
      id: 'p',
      outcome: { outcome: 'cancelled' },
      by: 'cancelled',
      request: { ...asked, options },
    });
    expect(consents.take(read('/project/a'))).toBe(false);
  });

  it('is not what the answer to a question of our own says', () => {
    const consents = agreed({ ...at('a'), toolCallId: 'editor-1' });
    expect(consents.take(edit('/project/a'))).toBe(false);
    expect(agreed({ ...at('a'), toolCallId: 'my-editor-1' }).take(edit('/project/a'))).toBe(true);
  });

  it('covers one change or one command, but repeated reading', () => {
    const consents = agreed(at('a'), { kind: 'execute', rawInput: { command: 'make' } });
    expect(consents.take(read('/project/a'))).toBe(true);
    expect(consents.take(read('/project/a'))).toBe(true);
    expect(consents.take(edit('/project/a'))).toBe(true);
    expect(consents.take(edit('/project/a'))).toBe(false);
    expect(consents.take(run({ command: 'make' }))).toBe(true);
    expect(consents.take(run({ command: 'make' }))).toBe(false);
  });

  it('uses up the question that it was asked in, and no other', () => {
    const consents = agreed(at('a'), at('b'), at('c'));
    expect(consents.take(edit('/project/b'))).toBe(true);
    expect(consents.take(edit('/project/a'))).toBe(true);
    expect(consents.take(edit('/project/c'))).toBe(true);
  });

  it.each<SessionEvent['type']>(['prompted', 'cancelling', 'turnEnded', 'turnFailed'])(
    'ends with the turn: %s',
    (type) => {
      const consents = agreed(at('a'));
      consents.allow(read('/project/b'), false);
      consents.note({ type } as SessionEvent);
      expect(consents.take(edit('/project/a'))).toBe(false);
      expect(consents.take(read('/project/b'))).toBe(false);
    },
  );

  it('goes on while other things happen in the turn', () => {
    const consents = agreed(at('a'));
    consents.note({ type: 'unqueued', id: 'q1' });
    expect(consents.take(edit('/project/a'))).toBe(true);
  });
});

describe('a question about a file', () => {
  it('is about the files that it names, by name or by where they really are', () => {
    expect(agreed(at('a')).take(read('/real/a', '/project/a'))).toBe(true);
    expect(agreed(at('/real/a')).take(read('/real/a', '/project/a'))).toBe(true);
    expect(agreed(at('a')).take(read('/project/b'))).toBe(false);
    expect(agreed({ rawInput: { path: 'a' } }).take(read('/project/a'))).toBe(true);
    expect(agreed({}).take(read('/project/a'))).toBe(false);
    expect(agreed({}).take(edit('/project/a'))).toBe(false);
  });

  it('lets it be read, whatever kind of question it is and whatever it shows', () => {
    expect(agreed({ kind: 'read', ...at('a') }).take(read('/project/a'))).toBe(true);
    expect(agreed({ content: [diff('a', 'a\n', 'b\n')] }).take(read('/project/a'))).toBe(true);
  });

  it('that shows a change is about that change only', () => {
    const asked = { content: [diff('a', 'a\n', 'b\n')] };
    expect(agreed(asked).take(edit('/project/a'))).toBe(true);
    expect(agreed(asked).take(edit('/project/a', 'a\n', 'evil\n'))).toBe(false);
    expect(agreed(asked).take(edit('/project/b'))).toBe(false);
    expect(agreed({ ...at('b'), ...asked }).take(edit('/project/b'))).toBe(true);
  });

  it('that shows changes of several files is about each of them as shown', () => {
    const content = [diff('a', 'a\n', 'x\n'), diff('b', 'a\n', 'b\n')];
    expect(agreed({ content }).take(edit('/project/b'))).toBe(true);
    expect(agreed({ content }).take(edit('/project/a'))).toBe(false);
  });

  it.each<[kind: PermissionRequest['kind'], taken: boolean]>([
    ['edit', true],
    ['move', true],
    ['other', true],
    ['read', false],
    ['search', false],
    ['execute', false],
    ['delete', false],
  ])('of the kind "%s" that shows no change is about any: %s', (kind, taken) => {
    expect(agreed({ kind, ...at('a') }).take(edit('/project/a'))).toBe(taken);
  });
});

describe('a question about a command', () => {
  const asked = { kind: 'execute', rawInput: { command: 'make all', env: { A: '1' } } } as const;

  it('is about that command, however it is spelt, with its variables, in its folder', () => {
    const env = { A: '1' };
    expect(agreed(asked).take(run({ command: ['make', 'all'], env }))).toBe(true);
    expect(agreed(asked).take(run({ command: 'make all', env, cwd: '/project' }))).toBe(true);
    expect(agreed(asked).take(run({ command: 'make all', env, cwd: '.' }))).toBe(true);
    expect(agreed(asked).take(run({ command: 'make all', env, cwd: '/else' }))).toBe(false);
    expect(agreed(asked).take(run({ command: 'make all' }))).toBe(false);
    expect(agreed(asked).take(run({ command: 'make', env }))).toBe(false);
  });

  it('says that it executes one', () => {
    expect(agreed({ ...asked, kind: 'other' }).take(run(asked.rawInput))).toBe(false);
  });

  it('of a form that is not known is about none', () => {
    expect(agreed({ kind: 'execute' }).take(run(undefined))).toBe(false);
    expect(agreed({ kind: 'execute', rawInput: { command: 1 } }).take(run({ command: 1 }))).toBe(
      false,
    );
  });
});

describe('what was agreed to when we asked', () => {
  it('is good for reading a file in parts, in this turn', () => {
    const consents = new Consents('/project');
    consents.allow(read('/real/a', '/project/a'), false);
    expect(consents.take(read('/project/a'))).toBe(true);
    expect(consents.take(read('/real/a', '/project/x'))).toBe(true);
    expect(consents.take(read('/project/b'))).toBe(false);
    expect(consents.take(edit('/project/a'))).toBe(false);
  });

  it('is for this once when it changes or runs something', () => {
    const consents = new Consents('/project');
    consents.allow(edit('/project/a'), false);
    consents.allow(run({ command: 'make' }), false);
    expect(consents.take(edit('/project/a'))).toBe(false);
    expect(consents.take(read('/project/a'))).toBe(false);
    expect(consents.take(run({ command: 'make' }))).toBe(false);
  });

  it('may last for the session: the same kind of thing with the same file, or the same command', () => {
    const consents = new Consents('/project');
    consents.allow(edit('/project/a'), true);
    consents.allow(read('/project/r'), true);
    consents.allow(run({ command: 'make' }), true);
    consents.note({ type: 'turnEnded', stopReason: 'end_turn' } as SessionEvent);
    for (let times = 0; times < 2; times++) {
      expect(consents.take(edit('/project/a', 'x\n', 'y\n'))).toBe(true);
      expect(consents.take(read('/project/r'))).toBe(true);
      expect(consents.take(run({ command: 'make' }))).toBe(true);
    }
    expect(consents.take(read('/project/a'))).toBe(false);
    expect(consents.take(edit('/project/r'))).toBe(false);
    expect(consents.take(run({ command: 'make', cwd: 'sub' }))).toBe(false);
    expect(consents.take(run({}))).toBe(false);
  });
});

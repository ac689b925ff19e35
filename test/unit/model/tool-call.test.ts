import { describe, expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState, type ToolCall } from '../../../src/model/state';
import { abandonTools } from '../../../src/model/tool-call';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

const START = newSession('scripted', '/p');

type Fields = Readonly<Record<string, unknown>>;

const reported = (state: SessionState, sessionUpdate: string, fields: Fields): SessionState =>
  reduce(state, {
    type: 'update',
    update: { sessionUpdate, toolCallId: 't', ...fields } as SessionUpdate,
  });
const announced = (fields: Fields, state = START): SessionState =>
  reported(state, 'tool_call', { title: 'T', ...fields });
const patched = (state: SessionState, fields: Fields): SessionState =>
  reported(state, 'tool_call_update', fields);
const SAID: SessionUpdate = {
  sessionUpdate: 'user_message_chunk',
  content: { type: 'text', text: 'x' },
};
const settled = (state: SessionState): SessionState =>
  reduce(state, { type: 'inputSettled', toolCallId: 't', turn: 0 });
function call(state: SessionState): ToolCall {
  const entry = state.entries.at(-1);
  if (entry?.kind !== 'tool') throw new Error('no tool call');
  return entry.call;
}

describe('a tool call', () => {
  it('has all that its announcement says', () => {
    const fields = {
      title: 'Write',
      name: 'write',
      kind: 'edit',
      status: 'pending',
      content: [{ type: 'terminal', terminalId: 'x' }],
      locations: [{ path: '/p/a' }],
      rawInput: { path: 'a' },
      rawOutput: 'done',
    };
    expect(call(announced(fields))).toEqual({
      toolCallId: 't',
      state: 'input-streaming',
      ...fields,
    });
  });

  it('has what is always there when nothing is said', () => {
    expect(call(announced({}))).toEqual({
      toolCallId: 't',
      title: 'T',
      kind: 'other',
      status: 'pending',
      state: 'input-streaming',
      content: [],
      locations: [],
    });
  });

  it('keeps all that a patch does not say', () => {
    const fields = { name: 'write', kind: 'edit', rawInput: { path: 'a' }, rawOutput: 'done' };
    const before = announced(fields);
    expect(call(patched(before, { title: 'Other' }))).toEqual({ ...call(before), title: 'Other' });
  });

  it('without a title is called by its name, else by its id', () => {
    expect(call(patched(START, { name: 'write' })).title).toBe('write');
    expect(call(patched(START, {})).title).toBe('t');
  });

  it.each([
    [{ toolName: 'Bash' }, 'Bash'],
    [{ claudeCode: { toolName: 'Bash' } }, 'Bash'],
    [{ first: null, second: 'text', third: { toolName: '' }, last: { toolName: 'Bash' } }, 'Bash'],
    [{ own: { toolName: 7 } }, undefined],
    [null, undefined],
  ])('announced with %j as its meta data has the name %s', (_meta, name) => {
    expect(call(announced({ _meta })).name).toBe(name);
  });

  it('has the name that is its own rather than that of meta data, which a patch does not give', () => {
    const _meta = { toolName: 'Bash' };
    expect(call(announced({ name: 'write', _meta })).name).toBe('write');
    expect(call(patched(announced({}), { _meta })).name).toBeUndefined();
  });

  it.each([undefined, null, {}, [], { path: 'a' }, 'ls', 0])(
    'with %j as its input is streaming it until that has settled',
    (rawInput) => {
      const state = announced({ rawInput });
      expect(call(state).state).toBe('input-streaming');
      expect(call(settled(state)).state).toBe('input-available');
    },
  );

  it('whose input has settled before is not made of an earlier call of the same id', () => {
    const state = announced({ rawInput: { path: 'a' } });
    expect(reduce(state, { type: 'inputSettled', toolCallId: 't', turn: 1 })).toBe(state);
  });

  it('takes an input that is nested too deeply to be compared', () => {
    const nested = (): unknown => {
      let value: unknown = 1;
      for (let depth = 0; depth < 100_000; depth++) value = [value];
      return value;
    };
    const again = nested();
    expect(call(patched(announced({ rawInput: nested() }), { rawInput: again })).rawInput).toBe(
      again,
    );
  });

  it('that says its input again has not changed', () => {
    const state = announced({ rawInput: { path: ['a'] } });
    expect(patched(state, { rawInput: { path: ['a'] } })).toBe(state);
  });

  it.each([
    ['in_progress', 'running'],
    ['completed', 'output-available'],
    ['failed', 'output-error'],
  ])('that is %s on the wire is %s', (status, state) => {
    expect(call(announced({ status }))).toMatchObject({ status, state });
    expect(call(patched(announced({}), { status }))).toMatchObject({ status, state });
  });

  it('may go back to pending by a patch, and stays what it is for the user', () => {
    const state = patched(announced({ status: 'in_progress' }), { status: 'pending' });
    expect(call(state)).toMatchObject({ status: 'pending', state: 'running' });
  });

  it.each(['completed', 'failed'])('that is %s does not run once more', (status) => {
    const ended = announced({ status });
    expect(call(patched(ended, { status: 'in_progress' })).state).toBe(call(ended).state);
  });

  it('that still runs is the same call in a later turn', () => {
    const later = reduce(announced({}), {
      type: 'prompted',
      content: [{ type: 'text', text: 'x' }],
    });
    expect(announced({ title: 'Again' }, later).entries.map(({ kind }) => kind)).toEqual([
      'tool',
      'user',
    ]);
  });

  it('that was replayed without its end is over with its turn: its id may come again', () => {
    const later = reduce(announced({ status: 'in_progress' }), { type: 'update', update: SAID });
    const again = announced({ title: 'Again', status: 'completed' }, later);
    expect(again.entries.map(({ kind }) => kind)).toEqual(['tool', 'user', 'tool']);
    expect(again.entries.at(0)).toMatchObject({
      call: { title: 'T', state: 'cancelled', cancelReason: expect.stringContaining('loaded') },
    });
    // What comes in the middle of a turn of its own ends nothing for good.
    const late = patched(later, { status: 'completed' });
    expect(late.entries.at(0)).toMatchObject({ call: { state: 'output-available' } });
  });

  it('that has ended is the same call as long as its turn lasts', () => {
    const again = announced({ title: 'Again' }, announced({ status: 'completed' }));
    expect(again.entries).toHaveLength(1);
    expect(call(again)).toMatchObject({ title: 'Again', state: 'output-available' });
  });

  it('of an earlier turn takes a patch that comes late', () => {
    const later = reduce(announced({ status: 'completed' }), { type: 'update', update: SAID });
    const late = patched(later, { title: 'Late' });
    expect(late.entries.map(({ kind }) => kind)).toEqual(['tool', 'user']);
    expect(late.entries.at(0)).toMatchObject({ call: { title: 'Late' } });
  });
});

it('only what has not ended is abandoned, and says why', () => {
  const ended = ['completed', 'failed'].map((status) => announced({ status }));
  const cancelled = abandonTools(announced({}), 'no time');
  expect(call(cancelled)).toMatchObject({ state: 'cancelled', cancelReason: 'no time' });
  for (const state of [...ended, cancelled]) expect(abandonTools(state, 'again')).toBe(state);
});

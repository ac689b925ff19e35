import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState, type ToolCall } from '../../../src/model/state';
import { toolCallSnapshot } from '../../../src/model/tool-snapshot';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

const play = (...events: SessionEvent[]): SessionState =>
  events.reduce(reduce, newSession('scripted', '/p'));
const update = (fields: object, sessionUpdate = 'tool_call_update'): SessionEvent => ({
  type: 'update',
  update: { sessionUpdate, toolCallId: 't', title: 'T', ...fields } as SessionUpdate,
});
function call(...events: SessionEvent[]): ToolCall {
  const entry = play(...events).entries.findLast((one) => one.kind === 'tool');
  if (entry?.kind !== 'tool') throw new Error('no tool call');
  return entry.call;
}
const shown = (...events: SessionEvent[]) => toolCallSnapshot(call(...events));
const text = (value: string) => ({ type: 'content', content: { type: 'text', text: value } });

describe('the text of an error', () => {
  it.each([
    ['no space', undefined, 'no space'],
    [{ error: 'no space' }, undefined, 'no space'],
    [{ error: { code: 1, message: 'no space' } }, undefined, 'no space'],
    [{ message: 'no space' }, undefined, 'no space'],
    [{ error: '', stderr: 'no space\n' }, undefined, 'no space'],
    [{ isError: true, content: [{ type: 'text', text: 'no space' }] }, undefined, 'no space'],
    [{ isError: true, content: [{ type: 'image' }, null] }, [text('left')], 'left'],
    [{ isError: true, content: [] }, [text('left')], 'left'],
    [
      [
        { type: 'text', text: 'no' },
        { type: 'text', text: 'space' },
      ],
      undefined,
      'no\nspace',
    ],
    [
      { content: [{ type: 'resource', resource: { uri: 'log:1', text: 'no space' } }] },
      undefined,
      'no space',
    ],
    [{ code: 1 }, [text('no space'), text('left')], 'no space\nleft'],
    [undefined, [text('no space')], 'no space'],
    [null, undefined, 'the tool failed'],
    [[1], [{ type: 'terminal', terminalId: 'x' }], 'the tool failed'],
  ])('of the raw output %j and the content %j is %j', (rawOutput, content, errorText) => {
    expect(shown(update({ status: 'failed', rawOutput, content })).errorText).toBe(errorText);
  });

  it('is not there as long as nothing has failed', () => {
    const fields = { rawOutput: { error: 'none' } };
    expect(shown(update({ ...fields, status: 'completed' })).errorText).toBeUndefined();
    expect(shown(update(fields)).errorText).toBeUndefined();
  });

  it.each<[SessionEvent, string]>([
    [{ type: 'cancelling' }, 'cancelled'],
    [{ type: 'turnEnded', stopReason: 'end_turn' }, 'the turn ended without its result'],
    [{ type: 'turnFailed', text: 'the agent ended' }, 'the agent ended'],
    [{ type: 'agentLost', text: 'exit code 1' }, 'exit code 1'],
  ])('of a call that was cancelled by %j is why', (event, errorText) => {
    expect(shown(update({ status: 'in_progress' }), event)).toMatchObject({
      state: 'cancelled',
      errorText,
    });
  });
});

describe('the output', () => {
  it('is the raw output, else the text of the content', () => {
    const resource = { type: 'resource', resource: { uri: 'file:///a', text: 'three' } };
    const content = [text('one'), { type: 'terminal', terminalId: 'x' }, text('two')];
    expect(shown(update({ content, rawOutput: { n: 1 } })).output).toEqual({ n: 1 });
    expect(shown(update({ content })).output).toBe('one\ntwo');
    expect(shown(update({ content: [{ type: 'content', content: resource }] })).output).toBe(
      'three',
    );
    expect(shown(update({})).output).toBeUndefined();
  });

  it('is preliminary until the call has ended', () => {
    expect(shown(update({})).preliminary).toBeUndefined();
    expect(shown(update({ content: [text('half')] })).preliminary).toBe(true);
    expect(shown(update({ rawOutput: 1, status: 'in_progress' })).preliminary).toBe(true);
    const ended = update({ rawOutput: 1, status: 'completed' });
    expect(shown(ended).preliminary).toBeUndefined();
  });
});

describe('meta data', () => {
  it('is merged over all messages, namespace by namespace', () => {
    const merged = call(
      update({ _meta: { claudeCode: { toolName: 'Bash', n: 1 }, other: [1] } }, 'tool_call'),
      update({ _meta: { claudeCode: { n: 2 }, other: [2] } }),
      update({ _meta: null }),
    );
    expect(merged.meta).toEqual({ claudeCode: { toolName: 'Bash', n: 2 }, other: [2] });
  });

  it('that says nothing new changes nothing', () => {
    const state = play(update({ _meta: { own: { n: 1 } } }));
    expect(reduce(state, update({ _meta: { own: { n: 1 } } }))).toBe(state);
  });

  it('has no output of terminals, and no more than a limit', () => {
    const big = { big: 'x'.repeat(20_000) };
    const events = [
      update({ _meta: { n: 1, terminal_output: { data: 'x' } } }),
      update({ _meta: big }),
    ];
    expect(call(...events).meta).toEqual({ n: 1 });
  });

  it('may have any names', () => {
    const _meta = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"a":1}}');
    const { meta } = call(update({ _meta }), update({ _meta: { constructor: { b: 2 } } }));
    expect(JSON.stringify(meta)).toBe('{"__proto__":{"polluted":1},"constructor":{"a":1,"b":2}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('the approval', () => {
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once', _meta: { secret: 1 } },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ] as const;
  const asked: SessionEvent = { type: 'asked', id: 'p', toolCall: { toolCallId: 't' }, options };
  const answered = (more: object): SessionEvent => ({
    type: 'answered',
    id: 'p',
    outcome: { outcome: 'selected', optionId: 'no' },
    by: 'user',
    request: { ...request, options },
    ...more,
  });
  const request = {
    id: 'p',
    toolCallId: 't',
    title: 'T',
    kind: 'other',
    content: [],
    locations: [],
  } as const;
  const known = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ];

  it('has the options of the open question', () => {
    expect(shown(asked).approval).toEqual({ id: 'p', options: known });
  });

  it('keeps the answer, also when the agent reports something else', () => {
    const events = [asked, answered({ reason: 'not now' }), update({ status: 'completed' })];
    expect(shown(...events)).toMatchObject({ state: 'output-denied', status: 'completed' });
    expect(shown(...events).approval).toEqual({
      id: 'p',
      options: known,
      approved: false,
      optionId: 'no',
      optionName: 'No',
      by: 'user',
      reason: 'not now',
    });
  });

  it('names the rule, which is the reason', () => {
    const outcome = { outcome: 'selected', optionId: 'yes' };
    const { approval } = shown(asked, answered({ outcome, by: 'rule', why: 'allow x' }));
    expect(approval).toMatchObject({
      approved: true,
      by: 'rule',
      rule: 'allow x',
      reason: 'allow x',
    });
  });

  it('of a question that nobody answered says so', () => {
    const { approval, state, errorText } = shown(
      asked,
      answered({ outcome: { outcome: 'cancelled' }, by: 'cancelled', why: 'no rule' }),
    );
    expect(approval).toEqual({ id: 'p', options: known, by: 'cancelled' });
    expect({ state, errorText }).toEqual({
      state: 'cancelled',
      errorText: 'the permission was not answered',
    });
  });
});

it('a call is dynamic when no definition is known for its name', () => {
  expect(shown(update({ name: 'Bash' })).dynamic).toBe(false);
  expect(shown(update({ name: 'toString' })).dynamic).toBe(true);
  expect(shown(update({})).dynamic).toBe(true);
});

it('what the editor does for an agent is done by the editor', () => {
  expect(shown(update({})).executor).toBe('agent');
  expect(shown(update({ toolCallId: 'editor-1' })).executor).toBe('editor');
});

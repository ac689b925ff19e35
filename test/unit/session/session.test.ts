import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { AcpError, AgentGoneError } from '../../../src/protocol/errors';
import type {
  ContentBlock,
  PromptResponse,
  RequestPermissionRequest,
  SessionConfigOption,
} from '../../../src/protocol/schema.gen';
import type { AgentSession } from '../../../src/session/agent-port';
import type { Session } from '../../../src/session/session';
import type { TurnHooks } from '../../../src/session/session-options';
import { permissionRequest } from '../../support/permission-request';
import { testSession } from '../../support/session';

const text = (value: string): ContentBlock[] => [{ type: 'text', text: value }];

/** An agent's side of the link: each prompt waits until the test ends its turn. */
class FakeLink implements AgentSession {
  readonly prompts: string[] = [];
  cancels = 0;
  #turns: Deferred<PromptResponse>[] = [];

  prompt(content: readonly ContentBlock[]): Promise<PromptResponse> {
    this.prompts.push(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
    const turn = new Deferred<PromptResponse>();
    this.#turns.push(turn);
    return turn.promise;
  }

  cancel(): void {
    this.cancels++;
  }

  readonly set: unknown[] = [];

  async setMode(modeId: string): Promise<void> {
    this.set.push(modeId);
  }

  async setModel(modelId: string): Promise<void> {
    this.set.push({ modelId });
  }

  async setConfig(
    configId: string,
    value: string | boolean,
  ): Promise<readonly SessionConfigOption[]> {
    this.set.push([configId, value]);
    return [{ type: 'boolean', id: configId, name: configId, currentValue: value === true }];
  }

  close(): void {
    this.set.push('close');
  }

  end(stopReason: PromptResponse['stopReason'] = 'end_turn'): void {
    this.#turns.shift()?.resolve({ stopReason });
  }

  fail(error: Error): void {
    this.#turns.shift()?.reject(error);
  }
}

function opened(turnHooks: Partial<TurnHooks> = {}): { session: Session; link: FakeLink } {
  const session = testSession({ turnHooks });
  const link = new FakeLink();
  session.open({ sessionId: 's' }, link, []);
  return { session, link };
}

const request = (toolCallId: string): RequestPermissionRequest => ({
  sessionId: 's',
  toolCall: { toolCallId },
  options: [
    { optionId: 'go', name: 'Go', kind: 'allow_once' },
    { optionId: 'stop', name: 'Stop', kind: 'reject_once' },
  ],
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const lastNotice = (session: Session): string | undefined => {
  const entry = session.state.entries.at(-1);
  return entry?.kind === 'notice' ? entry.text : undefined;
};

describe('prompts', () => {
  it('wait for the agent and go out when the session is there', async () => {
    const session = testSession();
    const link = new FakeLink();
    const result = session.prompt(text('early'));
    expect(session.state.queue).toHaveLength(1);
    session.open({ sessionId: 's' }, link, []);
    expect(link.prompts).toEqual(['early']);
    expect(session.state.queue).toHaveLength(0);
    link.end();
    expect(await result).toEqual({ ok: true, stopReason: 'end_turn' });
  });

  it('go out one at a time, in order', async () => {
    const { session, link } = opened();
    const first = session.prompt(text('1'));
    const second = session.prompt(text('2'));
    expect(link.prompts).toEqual(['1']);
    expect(session.state.queue.map((queued) => queued.content)).toEqual([text('2')]);
    link.end();
    await first;
    await settle();
    expect(link.prompts).toEqual(['1', '2']);
    link.end('max_tokens');
    expect(await second).toEqual({ ok: true, stopReason: 'max_tokens' });
  });

  it('that fail report why, in the transcript and to the sender, and the next goes out', async () => {
    const { session, link } = opened();
    const first = session.prompt(text('1'));
    void session.prompt(text('2'));
    link.fail(AcpError.internal('model is down'));
    expect(await first).toEqual({ ok: false, error: 'model is down' });
    await settle();
    expect(link.prompts).toEqual(['1', '2']);
    expect(session.state.entries.some((e) => e.kind === 'notice' && e.level === 'error')).toBe(
      true,
    );
  });

  it('that were never sent are answered when the chat closes', async () => {
    const { session } = opened();
    void session.prompt(text('1'));
    const second = session.prompt(text('2'));
    await session.close();
    expect(await second).toEqual({ ok: false, error: 'the chat was closed', unsent: true });
  });
});

describe('the queue', () => {
  const queued = ({ state }: Session): ContentBlock[][] =>
    state.queue.map(({ content }) => [...content]);

  it('pauses when the user cancels, until they go on', async () => {
    const { session, link } = opened();
    void session.prompt(text('1'));
    void session.prompt(text('2'));
    session.cancel();
    link.end('cancelled');
    await settle();
    expect(link.prompts).toEqual(['1']);
    expect(queued(session)).toEqual([text('2')]);
    session.prompts.resume();
    expect(link.prompts).toEqual(['1', '2']);
  });

  it('goes on behind a prompt that is sent now, for which the turn is cancelled', async () => {
    const { session, link } = opened();
    void session.prompt(text('1'));
    void session.prompt(text('2'));
    void session.prompts.steer(text('now'));
    await settle();
    expect(link.cancels).toBe(1);
    link.end('cancelled');
    await settle();
    expect(link.prompts).toEqual(['1', 'now']);
    link.end();
    await settle();
    expect(link.prompts).toEqual(['1', 'now', '2']);
  });

  it('is not needed where the agent takes a message into its turn', async () => {
    const session = testSession();
    const steered: unknown[] = [];
    const link = Object.assign(new FakeLink(), {
      steer: async (content: readonly ContentBlock[]) => steered.push(content) > 0,
    });
    session.open({ sessionId: 's' }, link, []);
    void session.prompt(text('1'));
    void session.prompts.steer(text('now'));
    await settle();
    expect(steered).toEqual([text('now')]);
    expect(link.cancels).toBe(0);
  });

  it('knows its prompts apart', () => {
    const session = testSession();
    void session.prompt(text('1'));
    void session.prompt(text('2'));
    const [first = '', second = ''] = session.state.queue.map(({ id }) => id);
    expect(first).not.toBe(second);
    session.prompts.remove(first);
    expect(queued(session)).toEqual([text('2')]);
  });

  it('is held for as long as somebody wants', () => {
    const { session, link } = opened();
    const held = session.hold();
    void session.prompt(text('1'));
    expect(link.prompts).toEqual([]);
    held.dispose();
    expect(link.prompts).toEqual(['1']);
  });
});

describe('what belongs to the session', () => {
  it('are its folders, also those that were granted, which its turns are about', () => {
    const scopes: unknown[] = [];
    const { session } = opened({
      before: (scope) => {
        scopes.push(scope);
        return undefined;
      },
    });
    session.grantFolders(['/more']);
    void session.prompt(text('1'));
    expect(scopes).toEqual([{ session: 'v1', roots: ['/project', '/more'] }]);
  });

  it('are the consents that its questions were answered with', async () => {
    const { session } = opened();
    void session.prompt(text('1'));
    const rawInput = { command: 'make' };
    const toolCall = { toolCallId: 'a', kind: 'execute', rawInput } as const;
    const asked = session.ask({ ...request('a'), toolCall }, new AbortController().signal);
    const [question] = session.state.permissions;
    session.answer(question?.id ?? '', 'go');
    await asked;
    expect(session.consents.take({ kind: 'execute', rawInput })).toBe(true);
  });

  it('is the output of its commands', async () => {
    const session = testSession({
      terminals: {
        create: async () => ({
          exited: new Promise(() => {}),
          onText: () => ({ dispose: () => {} }),
          read: () => ({ output: 'so far', truncated: false }),
          end: async () => {},
        }),
      },
    });
    const id = await session.terminals.create({ sessionId: 's', command: 'make' }, '/project');
    expect(session.state.terminals.get(id)).toMatchObject({ output: 'so far' });
  });

  it('is the verdict of the rules on what its agent does', () => {
    const ruling = { effect: 'deny', why: 'no' } as const;
    const session = testSession({ judge: ({ title }) => (title === 'rm' ? ruling : undefined) });
    expect(session.judge(permissionRequest({ title: 'rm' }))).toBe(ruling);
    expect(session.judge(permissionRequest({ title: 'ls' }))).toBeUndefined();
  });

  it('is whether its turn is cancelled', () => {
    const { session } = opened();
    void session.prompt(text('1'));
    expect(session.turnCancelled.aborted).toBe(false);
    session.cancel();
    expect(session.turnCancelled.aborted).toBe(true);
  });

  it('is whether its agent may know more than what was said here', () => {
    expect(opened().session.state.continued).toBe(false);
    const session = testSession();
    session.open({ sessionId: 's' }, new FakeLink(), [], true);
    expect(session.state.continued).toBe(true);
  });

  it('is the number of its turns, which only ever grows', () => {
    const { session } = opened();
    session.countFrom(7);
    expect(session.state.turns).toBe(7);
    session.countFrom(3);
    expect(session.state.turns).toBe(7);
    let changes = 0;
    session.onChange(() => changes++);
    session.countFrom(7);
    expect(changes).toBe(0);
  });
});

describe('a history that is replayed', () => {
  const said = {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'once' },
  } as const;

  it('is not shown a second time where the conversation is on screen', () => {
    const { session } = opened();
    session.update(said);
    const shown = session.state.entries;
    session.expectHistory();
    session.update(said);
    expect(session.state.entries).toEqual(shown);
  });

  it('is shown below notices, which are no conversation', () => {
    const { session } = opened();
    session.notice('info', 'hello');
    session.expectHistory();
    session.update(said);
    expect(session.state.entries.map(({ kind }) => kind)).toEqual(['notice', 'agent']);
  });

  it('is not waited for when there will be none', () => {
    const session = testSession();
    expect(session.replaying).toBe(false);
    session.expectHistory();
    expect(session.replaying).toBe(true);
    session.expectNoHistory();
    expect(session.replaying).toBe(false);
  });
});

describe('a history that is cut off', () => {
  const said = (value: string) =>
    ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: value } }) as const;
  const kinds = ({ state }: Session): string[] => state.entries.map(({ kind }) => kind);

  it('by the end of the agent is discarded, and the next one is shown', () => {
    const session = testSession();
    session.expectHistory();
    session.update(said('half of'));
    session.unlink('the agent is gone');
    expect(kinds(session)).toEqual(['notice']);
    session.expectHistory();
    session.update(said('all of it'));
    session.open({ sessionId: 's' }, new FakeLink(), []);
    expect(kinds(session)).toEqual(['notice', 'agent']);
  });

  it('after the agent has answered stays', () => {
    const session = testSession();
    session.expectHistory();
    session.update(said('most of it'));
    session.open({ sessionId: 's' }, new FakeLink(), []);
    session.unlink('the agent is gone');
    expect(kinds(session)).toEqual(['agent', 'notice']);
  });
});

it('a call that is replayed after the answer, and never ends there, does not go on', async () => {
  const session = testSession();
  const replayed = new Promise<void>((resolve) => void session.onReplayed(resolve));
  session.expectHistory();
  session.open({ sessionId: 's' }, new FakeLink(), []);
  session.update({
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'T',
    status: 'in_progress',
  });
  expect(session.state.entries.at(-1)).toMatchObject({ call: { state: 'running' } });
  await replayed;
  expect(session.state.entries.at(-1)).toMatchObject({ call: { state: 'cancelled' } });
});

describe('early updates', () => {
  it('come before the first prompt, in their order', () => {
    const session = testSession();
    void session.prompt(text('hi'));
    const chunk = (value: string) =>
      ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: value } }) as const;
    session.open({ sessionId: 's' }, new FakeLink(), [chunk('wel'), chunk('come')]);
    expect(session.state.entries.map((entry) => entry.kind)).toEqual(['agent', 'user']);
  });
});

describe('cancelling', () => {
  it('answers every open question with cancelled before it notifies the agent', async () => {
    const { session, link } = opened();
    void session.prompt(text('1'));
    const answers = [
      session.ask(request('a'), new AbortController().signal),
      session.ask(request('b'), new AbortController().signal),
    ];
    expect(session.state.permissions).toHaveLength(2);
    expect(session.cancel()).toBe(true);
    expect(link.cancels).toBe(1);
    expect(session.state.permissions).toHaveLength(0);
    expect(await Promise.all(answers)).toEqual([
      { outcome: { outcome: 'cancelled' } },
      { outcome: { outcome: 'cancelled' } },
    ]);
    expect(session.state.turn.phase).toBe('cancelling');
  });

  it('makes any answer count as cancelled, errors too', async () => {
    const { session, link } = opened();
    const first = session.prompt(text('1'));
    session.cancel();
    link.fail(new AcpError(500, 'aborted'));
    expect(await first).toEqual({ ok: true, stopReason: 'cancelled' });
    expect(session.state.turn).toEqual({ phase: 'idle', stopReason: 'cancelled' });
    const second = session.prompt(text('2'));
    session.cancel();
    link.end('end_turn');
    expect(await second).toEqual({ ok: true, stopReason: 'cancelled' });
  });

  it('does nothing when nothing runs', () => {
    const { session, link } = opened();
    expect(session.cancel()).toBe(false);
    expect(link.cancels).toBe(0);
  });
});

describe('permissions', () => {
  it('are answered by their id, in any order, and only with an option they have', async () => {
    const { session } = opened();
    const a = session.ask(request('a'), new AbortController().signal);
    const b = session.ask(request('b'), new AbortController().signal);
    const [first, second] = session.state.permissions;
    expect(session.answer(second?.id ?? '', 'nonsense')).toBe(false);
    expect(session.answer(second?.id ?? '', 'stop')).toBe(true);
    expect(session.answer(second?.id ?? '', 'go')).toBe(false);
    expect(session.answer(first?.id ?? '', 'go')).toBe(true);
    expect(await a).toEqual({ outcome: { outcome: 'selected', optionId: 'go' } });
    expect(await b).toEqual({ outcome: { outcome: 'selected', optionId: 'stop' } });
  });

  it('that say the same of the same call are one, and each is answered', async () => {
    const { session } = opened();
    const first = new AbortController();
    const asked = [first, new AbortController(), new AbortController()].map(({ signal }) =>
      session.ask(request('a'), signal),
    );
    expect(session.state.permissions).toHaveLength(1);
    first.abort();
    await expect(asked[0]).rejects.toMatchObject({ code: -32800 });
    await settle();
    expect(session.state.permissions).toHaveLength(1);
    session.answer(session.state.permissions[0]?.id ?? '', 'go');
    const going = { outcome: { outcome: 'selected', optionId: 'go' } };
    expect(await Promise.all(asked.slice(1))).toEqual([going, going]);
    expect(session.state.permissions).toHaveLength(0);
  });

  it('disappear when the agent withdraws them', async () => {
    const { session } = opened();
    const abort = new AbortController();
    const asked = session.ask(request('a'), abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    expect(session.state.permissions).toHaveLength(0);
  });

  it('of a turn that ended without them are answered', async () => {
    const { session, link } = opened();
    void session.prompt(text('1'));
    const asked = session.ask(request('a'), new AbortController().signal);
    link.end('cancelled');
    expect(await asked).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});

describe('an agent that is gone', () => {
  it('fails the turn once, answers what waits, and keeps the transcript', async () => {
    const { session, link } = opened();
    const first = session.prompt(text('1'));
    const second = session.prompt(text('2'));
    const asked = session.ask(request('a'), new AbortController().signal);
    const gone = new AgentGoneError('scripted exited with code 7', 'Traceback');
    link.fail(gone);
    session.unlink(gone.message, gone.detail);
    expect(await first).toMatchObject({ ok: false, error: 'scripted exited with code 7' });
    expect(await second).toMatchObject({ ok: false });
    expect(await asked).toEqual({ outcome: { outcome: 'cancelled' } });
    const errors = session.state.entries.filter((e) => e.kind === 'notice' && e.level === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ detail: 'Traceback' });
    expect(session.state.entries.at(0)).toMatchObject({ kind: 'user' });
  });

  it('is reported when nothing ran', () => {
    const { session } = opened();
    session.unlink('scripted was ended by SIGKILL');
    expect(lastNotice(session)).toBe('scripted was ended by SIGKILL');
    expect(session.state.entries.at(-1)).toMatchObject({ level: 'error' });
    expect(session.linked).toBe(false);
  });
});

describe('modes and options', () => {
  it('are set with the agent and follow its answer', async () => {
    const { session, link } = opened();
    session.update({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' });
    await expect(session.set('mode', 'code')).rejects.toThrow('it has no values');
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'code', name: 'Code' },
      ],
    };
    session.open({ sessionId: 's', modes }, link, []);
    await session.set('mode', 'code');
    expect(session.state.modes?.currentModeId).toBe('code');
    await expect(session.set('mode', 'cook')).rejects.toThrow('ask, code');
    await expect(session.set({ id: 'fast' }, true)).rejects.toThrow('offers no options');
    session.update({
      sessionUpdate: 'config_option_update',
      configOptions: [{ type: 'boolean', id: 'fast', name: 'Fast', currentValue: false }],
    });
    await expect(session.set({ id: 'slow' }, true)).rejects.toThrow('fast, got "slow"');
    await session.set({ id: 'fast' }, 'on');
    expect(session.state.configOptions).toMatchObject([{ id: 'fast', currentValue: true }]);
    expect(link.set).toEqual(['code', ['fast', true]]);
  });

  it('the old way to choose a model is used where no option does it', async () => {
    const { session, link } = opened();
    await expect(session.set('model', 'big')).rejects.toThrow('no choice of models');
    const models = { currentModelId: 'small', availableModels: [{ modelId: 'big', name: 'Big' }] };
    session.open({ sessionId: 's', models }, link, []);
    await session.set('model', 'Big');
    expect(link.set).toEqual([{ modelId: 'big' }]);
    expect(session.state.models?.currentModelId).toBe('big');
  });
});

describe('a session', () => {
  it('reports every change, and nothing where nothing changed', () => {
    const { session } = opened();
    const reported: string[] = [];
    session.onChange(({ event, before, after }) => {
      reported.push(event.type);
      expect(after).toBe(session.state);
      expect(after).not.toBe(before);
    });
    session.notice('warn', 'careful', 'more');
    session.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } });
    expect(reported).toEqual(['noticed']);
    expect(session.state.entries.at(-1)).toMatchObject({ level: 'warn', detail: 'more' });
  });

  it('hands on notices, which it does not keep', () => {
    const { session } = opened();
    const notices: unknown[] = [];
    session.onNotice((notice) => notices.push(notice));
    const notice = { sessionUpdate: 'notice', message: 'hi' } as never;
    session.update(notice);
    session.update({ sessionUpdate: 'plan', entries: [] });
    expect(notices).toEqual([notice]);
  });

  it('that was closed before the agent had it is closed with the agent, too', async () => {
    const session = testSession();
    await session.close();
    const link = new FakeLink();
    session.open({ sessionId: 's' }, link, []);
    expect(link.set).toEqual(['close']);
    expect(session.linked).toBe(false);
  });

  it('that is closed cancels its turn and answers what is asked then', async () => {
    const { session, link } = opened();
    void session.prompt(text('1'));
    await session.close();
    expect(link.cancels).toBe(1);
    expect(link.set).toEqual(['close']);
    const late = session.ask(request('a'), new AbortController().signal);
    expect(await late).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  it('says that it has its history before the prompt that waited goes out', () => {
    const session = testSession();
    const link = new FakeLink();
    const sent: number[] = [];
    session.onReplayed(() => sent.push(link.prompts.length));
    void session.prompt(text('1'));
    session.open({ sessionId: 's' }, link, []);
    expect(sent).toEqual([0]);
    expect(link.prompts).toEqual(['1']);
  });

  it('whose agent the user has ended says nothing, and what waits goes to the next', async () => {
    const { session, link } = opened();
    void session.prompt(text('1'));
    void session.prompt(text('2'));
    session.detach();
    link.fail(new AgentGoneError('gone'));
    session.unlink('gone');
    await settle();
    expect(session.linked).toBe(false);
    expect(session.state.turn).toEqual({ phase: 'idle', stopReason: 'cancelled' });
    expect(lastNotice(session)).toBe('Cancelled');
    session.awaitAgent();
    const next = new FakeLink();
    session.open({ sessionId: 's' }, next, []);
    expect(next.prompts).toEqual(['2']);
    session.unlink('gone again');
    expect(session.state.entries.some((e) => e.kind === 'notice' && e.text === 'gone again')).toBe(
      false,
    );
    next.fail(new AgentGoneError('gone again'));
    await settle();
    expect(lastNotice(session)).toBe('gone again');
  });

  it('without an agent cannot be set', async () => {
    const session = testSession();
    await expect(session.set('mode', 'code')).rejects.toThrow('the session has no agent');
  });

  it('is a copy of another one', () => {
    const { session } = opened();
    session.notice('info', 'hello');
    const copy = testSession({ key: 'v2' });
    copy.adopt(session.state);
    expect(lastNotice(copy)).toBe('hello');
  });
});

describe('what comes before a turn', () => {
  it('is awaited before the prompt is sent, which is not when it was cancelled meanwhile', async () => {
    const before = new Deferred<void>();
    const { session, link } = opened({ before: () => before.promise });
    const result = session.prompt(text('1'));
    await settle();
    expect(link.prompts).toEqual([]);
    session.cancel();
    before.resolve();
    expect(await result).toEqual({ ok: true, stopReason: 'cancelled' });
    expect(link.prompts).toEqual([]);
    void session.prompt(text('2'));
    await settle();
    expect(link.prompts).toEqual(['2']);
  });

  it('may take longer than the agent lives', async () => {
    const before = new Deferred<void>();
    const { session, link } = opened({ before: () => before.promise });
    const result = session.prompt(text('1'));
    session.unlink('gone');
    before.resolve();
    expect(await result).toEqual({ ok: false, error: 'gone' });
    expect(link.prompts).toEqual([]);
  });
});

it('a turn cannot be cancelled any more when the agent has ended it', async () => {
  const after = new Deferred<void>();
  const { session, link } = opened({ after: () => after.promise });
  const result = session.prompt(text('1'));
  link.end();
  await settle();
  expect(session.cancel()).toBe(false);
  after.resolve();
  expect(await result).toEqual({ ok: true, stopReason: 'end_turn' });
  expect(link.cancels).toBe(0);
});

it('what waits is kept back also by a cancellation that comes when the agent has ended the turn', async () => {
  const written = new Deferred<void>();
  const { session, link } = opened({ after: () => written.promise });
  const first = session.prompt(text('1'));
  void session.prompt(text('2'));
  link.end();
  await settle();
  expect(session.cancel()).toBe(true);
  written.resolve();
  expect(await first).toEqual({ ok: true, stopReason: 'end_turn' });
  await settle();
  expect(link.prompts).toEqual(['1']);
  expect(session.state.queuePaused).toBe(true);
});

it('what waits is kept back also while it is looked for what it says now', async () => {
  const { session, link } = opened();
  const renewed = new Deferred<ContentBlock[]>();
  void session.prompt(text('1'));
  void session.prompt(text('2'), { renew: () => renewed.promise });
  link.end();
  await settle();
  expect(session.cancel()).toBe(true);
  renewed.resolve(text('2'));
  await settle();
  expect(link.prompts).toEqual(['1']);
  expect(session.state.queuePaused).toBe(true);
});

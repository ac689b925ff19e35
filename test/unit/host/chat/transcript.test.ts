import { describe, expect, it, onTestFinished } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { List } from '../../../../src/base/list';
import { type Logger, silentLogger } from '../../../../src/base/logger';
import { Transcript } from '../../../../src/host/chat/transcript';
import {
  type Entry,
  newSession,
  type SessionState,
  type ToolCall,
} from '../../../../src/model/state';
import type { Lua } from '../../../../src/nvim/lua';
import type { Patch } from '../../../../src/view/block';
import { FakeClock } from '../../../support/clock';
import { BufferModel } from '../../view/buffer';

describe('Transcript', () => {
  it('draws the first piece at once and then once a frame', async () => {
    const t = setup();
    t.say('one');
    await t.run();
    expect(t.shown()).toEqual(['one', '']);
    expect(t.clock.time).toBe(0);

    t.say('one two');
    t.say('one two three');
    await t.run(32);
    expect(t.shown()).toEqual(['one', '']);
    await t.run(1);
    expect(t.shown()).toEqual(['one two three', '']);
    expect(t.calls).toEqual([
      'chat.buffer',
      'transcript.reset',
      'transcript.apply',
      'transcript.apply',
    ]);
  });

  it('draws at once again after a pause', async () => {
    const t = setup();
    t.say('one');
    await t.run(1000);
    t.say('one two');
    await t.run();
    expect(t.shown()).toEqual(['one two', '']);
  });

  it('never has two flushes on their way: what comes meanwhile goes with the next', async () => {
    const t = setup();
    const answer = t.holdNext();
    t.say('one');
    await t.run();
    for (const text of ['one two', 'one two three', 'one two three four']) {
      t.say(text);
      await t.run(100);
    }
    expect(t.applied()).toBe(1);
    answer.resolve();
    await t.run();
    expect(t.applied()).toBe(2);
    expect(t.shown()).toEqual(['one two three four', '']);
  });

  it('makes no call when a change shows nothing new', async () => {
    const t = setup();
    t.say('one');
    await t.run(100);
    const before = t.calls.length;
    t.drawer.update({ ...t.state, entries: List.of([message('e1', 'one')]), turns: 7 });
    await t.run(100);
    expect(t.calls).toHaveLength(before);
  });

  it('carries at most 64 kB a flush and goes on until all is drawn', async () => {
    const t = setup();
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n} ${'x'.repeat(40)}`);
    t.say(lines.join('\n'));
    const settled = t.drawer.settled();
    await t.run(33 * 10);
    await settled;
    expect(t.shown()).toEqual([...lines, '']);
    expect(t.applied()).toBe(4);
    expect(Math.max(...t.patchSizes)).toBeLessThan(66_000);
  });

  it('has nothing to say about a chat that was closed, and draws when it is opened again', async () => {
    const t = setup();
    t.closed = true;
    t.say('one');
    await t.run(1000);
    await t.drawer.settled();
    expect(t.logged).toEqual([]);
    expect(t.calls).toEqual(['chat.buffer']);
    t.closed = false;
    t.drawer.redraw();
    await t.run(1000);
    expect(t.shown()).toEqual(['one', '']);
  });

  it('says once that the editor waits for a key', async () => {
    const t = setup({ blocking: true });
    const answer = t.holdNext();
    t.say('one');
    await t.run(199);
    expect(t.logged).toEqual([]);
    await t.run(1000);
    expect(t.logged).toEqual(['info: the editor waits for a key']);
    answer.resolve();
    await t.run(1000);
    expect(t.logged).toHaveLength(1);
  });

  it('stops when the buffer is gone, and draws all of it when the chat is opened again', async () => {
    const t = setup();
    t.say('one');
    await t.run(100);
    t.wipe();
    t.say('one two');
    await t.run(100);
    const before = t.calls.length;
    t.say('one two three');
    await t.run(100);
    await t.drawer.settled();
    expect(t.calls).toHaveLength(before);

    t.drawer.redraw(60);
    await t.run(100);
    expect(t.shown()).toEqual(['one two three', '']);
  });

  it('draws again when the chat is opened while the last flush finds its buffer gone', async () => {
    const t = setup();
    t.say('one');
    await t.run(100);
    const answer = t.holdNext();
    t.say('one two');
    await t.run();
    t.wipe();
    t.drawer.redraw(60);
    answer.resolve();
    await t.run(100);
    expect(t.shown()).toEqual(['one two', '']);
  });

  it('lays out anew for a width without emptying the buffer', async () => {
    const t = setup();
    t.drawer.update({
      ...t.state,
      entries: List.of<Entry>([
        {
          kind: 'tool',
          id: 'e1',
          turn: 1,
          call: {
            toolCallId: 't',
            title: 'x'.repeat(90),
            kind: 'other',
            status: 'in_progress',
            state: 'running',
            content: [],
            locations: [],
          },
        },
      ]),
    });
    await t.run(100);
    expect(t.shown()[0]).toHaveLength(80);
    t.drawer.redraw(50);
    await t.run(100);
    expect(t.shown()[0]).toHaveLength(50);
    expect(t.calls.filter((call) => call === 'transcript.reset')).toHaveLength(1);
  });

  it('counts the seconds of a call once a second, for as long as it runs', async () => {
    const t = setup();
    const show = (state: ToolCall['state']): void =>
      t.drawer.update({ ...t.state, entries: List.of<Entry>([running(state)]) });
    show('running');
    await t.run(999);
    expect(t.shown()[0]).toBe('• Do it  ◐ running');
    const before = t.applied();
    await t.run(3001);
    expect(t.shown()[0]).toBe('• Do it  ◐ running · 4 s');
    expect(t.applied()).toBe(before + 4);
    show('output-available');
    await t.run(5000);
    expect(t.shown()[0]).toBe('• Do it');
    expect(t.applied()).toBe(before + 5);
  });

  it('counts no seconds without a buffer, nor when it is disposed', async () => {
    const t = setup();
    t.drawer.update({ ...t.state, entries: List.of<Entry>([running('running')]) });
    await t.run(100);
    t.wipe();
    await t.run(5000);
    const calls = t.calls.length;
    await t.run(5000);
    expect(t.calls).toHaveLength(calls);
    t.drawer.redraw(60);
    await t.run(100);
    expect(t.shown()[0]).toBe('• Do it  ◐ running · 10 s');
    t.drawer.dispose();
    const last = t.calls.length;
    await t.run(5000);
    expect(t.calls).toHaveLength(last);
  });

  it('lets no seconds pass where no window shows them, and is right again once one does', async () => {
    const t = setup();
    t.drawer.update({ ...t.state, entries: List.of<Entry>([running('running')]) });
    await t.run(2000);
    t.isShown = false;
    await t.run(1000);
    const [calls, applied] = [t.calls.length, t.applied()];
    await t.run(5000);
    t.drawer.update({ ...t.state, entries: List.of<Entry>([running('running')]), turns: 7 });
    await t.run(5000);
    expect(t.applied()).toBe(applied + 1);
    expect(t.calls).toHaveLength(calls + 1);

    t.isShown = true;
    t.drawer.appear();
    await t.run(33);
    expect(t.shown()[0]).toBe('• Do it  ◐ running · 13 s');
    await t.run(2000);
    expect(t.shown()[0]).toBe('• Do it  ◐ running · 15 s');
  });

  it('hears that a window shows it together with the answer that none does', async () => {
    const t = setup();
    t.drawer.update({ ...t.state, entries: List.of<Entry>([running('running')]) });
    await t.run(999);
    t.isShown = false;
    t.onAsked = () => t.drawer.appear();
    await t.run(1);
    t.isShown = true;
    t.onAsked = () => {};
    await t.run(2000);
    expect(t.shown()[0]).toBe('• Do it  ◐ running · 3 s');
  });

  it('empties the buffer and draws everything again when asked to', async () => {
    const t = setup();
    t.say('one');
    await t.run(100);
    t.buffer.rows = [{ text: 'something else', marks: [] }];
    t.drawer.redraw();
    await t.run(100);
    expect(t.shown()).toEqual(['one', '']);
  });

  it('survives a failing flush: logs once, waits longer each time, then draws anew', async () => {
    const t = setup();
    t.say('one');
    await t.run(100);
    t.fail = 3;
    t.say('one two');
    await t.run(0);
    expect(t.logged).toEqual(['error: drawing the chat failed']);
    await t.run(99);
    expect(t.fail).toBe(2);
    await t.run(1);
    expect(t.fail).toBe(1);
    await t.run(200);
    expect(t.fail).toBe(0);
    await t.run(400);
    expect(t.shown()).toEqual(['one two', '']);
    expect(t.logged.filter((text) => text.startsWith('error'))).toHaveLength(1);
  });

  it('shows the rest when one entry cannot be drawn', async () => {
    const t = setup();
    const broken = { kind: 'plan', id: 'e1', turn: 0, plan: [{ content: 'x', status: 'odd' }] };
    t.drawer.update({
      ...t.state,
      entries: List.of([broken as unknown as Entry, message('e2', 'fine')]),
    });
    await t.run(100);
    expect(t.shown()).toEqual(['✗ cannot be shown', '', 'fine', '']);
    expect(t.logged).toEqual(['error: an entry cannot be shown']);
  });

  it('is silent after it was disposed', async () => {
    const t = setup();
    t.say('one');
    t.drawer.dispose();
    t.say('one two');
    await t.run(1000);
    await t.drawer.settled();
    expect(t.calls).toEqual([]);
  });

  it('is settled at once when there is nothing to draw', async () => {
    const t = setup();
    await t.drawer.settled();
    expect(t.calls).toEqual([]);
  });
});

function message(id: string, text: string): Entry {
  return { kind: 'agent', id, done: false, content: [{ type: 'text', text }] };
}

/** Began with the clock. */
function running(state: ToolCall['state']): Entry {
  const call: ToolCall = {
    toolCallId: 't',
    title: 'Do it',
    kind: 'other',
    status: 'in_progress',
    state,
    content: [],
    locations: [],
  };
  return {
    kind: 'tool',
    id: 'e1',
    turn: 1,
    began: 0,
    ...(state === 'running' ? {} : { took: 9 }),
    call,
  };
}

describe('after the host has died', () => {
  const old = ['what was', 'said before', ''];

  const notice: Entry = { kind: 'notice', id: 'e9', level: 'info', text: 'news' };

  function recovered() {
    const t = setup({ recovered: true });
    t.buffer.rows = old.map((text) => ({ text, marks: [] }));
    return t;
  }

  it('what is shown stays, and only notices are drawn until it is known what to keep', async () => {
    const t = recovered();
    t.drawer.update({ ...t.state, entries: List.of([message('e1', 'said before'), notice]) });
    await t.run(100);
    expect(t.shown()).toEqual([...old, expect.stringContaining('news'), '']);
    expect(t.calls).not.toContain('transcript.reset');
    t.drawer.settleEarlier('above');
    await t.run(100);
    expect(t.shown().slice(0, 4)).toEqual([...old, 'said before']);
  });

  it('it stays when a patch fails, too', async () => {
    const t = recovered();
    t.drawer.update({ ...t.state, entries: List.of([notice]) });
    await t.run(100);
    t.fail = 1;
    t.drawer.update({
      ...t.state,
      entries: List.of([notice, { ...notice, id: 'e10', text: 'more' }]),
    });
    await t.run(1000);
    expect(t.calls).toContain('transcript.reset');
    expect(t.shown().slice(0, 3)).toEqual(old);
    expect(t.shown().join()).toMatch(/news.*more/);
  });

  it('it is replaced by a replay of the same', async () => {
    const t = recovered();
    t.say('what was\nsaid again');
    await t.run(100);
    t.drawer.settleEarlier('replaced');
    await t.run(100);
    expect(t.shown()).toEqual(['what was', 'said again', '']);
    expect(t.calls.slice(-3)).toEqual([
      'transcript.hold_places',
      'transcript.reset',
      'transcript.apply',
    ]);
  });
});

it('what a dead host has drawn stays when less is replayed', async () => {
  const t = setup({ recovered: true });
  t.buffer.rows = ['what was', 'said before', ''].map((text) => ({ text, marks: [] }));
  const reported = message('e1', 'what was');
  t.drawer.update({ ...t.state, entries: List.of([reported]) });
  await t.run(100);
  t.drawer.settleEarlier('replaced');
  t.drawer.update({ ...t.state, entries: List.of([reported, message('e2', 'news')]) });
  await t.run(100);
  expect(t.shown()).toEqual(['what was', 'said before', '', 'news', '']);
});

function setup(options: { blocking?: boolean; recovered?: boolean } = {}) {
  const clock = new FakeClock();
  const editor = new FakeEditor();
  const logged: string[] = [];
  const log: Logger = {
    ...silentLogger,
    info: (text) => logged.push(`info: ${text}`),
    error: (text) => logged.push(`error: ${text}`),
  };
  const drawer = new Transcript({
    lua: editor.lua,
    bufnr: () => editor.lua.call('chat.buffer', 1),
    isShown: (bufnr) => editor.lua.call('transcript.window.is_shown', bufnr, 1),
    probe: async () => ({ blocking: options.blocking ?? false }),
    log,
    clock,
    recovered: options.recovered ?? false,
  });
  onTestFinished(() => drawer.dispose());
  const state: SessionState = newSession('demo', '/project');
  return Object.assign(editor, {
    clock,
    drawer,
    logged,
    state,
    say: (text: string) => drawer.update({ ...state, entries: List.of([message('e1', text)]) }),
    run: (ms = 0) => clock.run(ms),
  });
}

class FakeEditor {
  readonly calls: string[] = [];
  readonly patchSizes: number[] = [];
  buffer = new BufferModel();
  /** The user has closed the chat. */
  closed = false;
  /** A window shows the buffer. */
  isShown = true;
  /** It is asked whether one does. */
  onAsked = (): void => {};
  /** How many of the next `draw` calls throw. */
  fail = 0;
  #number = 1;
  #there = true;
  #held: Deferred<void> | undefined;

  readonly lua: Lua = {
    call: async (fn: string, ...args: unknown[]) => {
      this.calls.push(fn);
      return this.#answer(fn, args) as never;
    },
  };

  shown(): string[] {
    return this.buffer.rows.map((row) => row.text);
  }

  applied(): number {
    return this.calls.filter((call) => call === 'transcript.apply').length;
  }

  /** The next patch is applied only when this is resolved. */
  holdNext(): Deferred<void> {
    this.#held = new Deferred();
    return this.#held;
  }

  wipe(): void {
    this.#there = false;
  }

  async #answer(fn: string, args: unknown[]): Promise<unknown> {
    if (fn === 'chat.buffer') return this.closed ? null : this.#make();
    if (this.fail > 0) {
      this.fail--;
      throw new Error('E5108');
    }
    if (fn === 'transcript.apply') await this.#hold();
    if (!this.#there || args[0] !== this.#number) return false;
    if (fn === 'transcript.window.is_shown') {
      this.onAsked();
      return this.isShown;
    }
    if (fn === 'transcript.keep') return this.buffer.rows.length;
    if (fn === 'transcript.reset') this.#reset((args[1] as number | undefined) ?? 0);
    if (fn === 'transcript.apply') this.#apply(args[1] as Patch);
    return true;
  }

  #make(): number {
    if (!this.#there) {
      this.#there = true;
      this.#number++;
      this.buffer = new BufferModel();
    }
    return this.#number;
  }

  #reset(row: number): void {
    const kept = this.buffer.rows.slice(0, row);
    this.buffer = new BufferModel();
    if (row > 0) this.buffer.rows = kept;
  }

  async #hold(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.promise;
  }

  #apply(patch: Patch): void {
    this.patchSizes.push(patch.edits.flatMap((edit) => edit.lines).join('\n').length);
    this.buffer.apply(patch);
  }
}

import { expect, it } from 'vitest';
import { CustomDrawings } from '../../../../src/host/chat/custom-drawings';
import { Renderers } from '../../../../src/host/chat/renderers';
import type { SessionEvent } from '../../../../src/model/event';
import { reduce } from '../../../../src/model/reduce';
import { newSession, type SessionState } from '../../../../src/model/state';
import type { DrawAnswer, DrawRequest } from '../../../../src/nvim/renderer-calls';
import type { SessionUpdate } from '../../../../src/protocol/schema.gen';
import { ChatView } from '../../../../src/view/chat';
import { textOf } from '../../../../src/view/line';
import { FakeClock } from '../../../support/clock';

/** A chat whose cards Lua draws, as `answer` says. */
function chat(answer: (request: DrawRequest) => DrawAnswer = card) {
  const clock = new FakeClock();
  const renderers = new Renderers();
  const batches: DrawRequest[][] = [];
  let state: SessionState = newSession('scripted', '/p');
  const lua = {
    call: (_fn: string, requests: readonly DrawRequest[]) => {
      batches.push([...requests]);
      return Promise.resolve(requests.map(answer));
    },
  };
  const view = new ChatView({
    onError: (error) => {
      throw error;
    },
    onDrawn: (drawn) => customs.note(drawn),
  });
  const customs = new CustomDrawings({
    session: 'v1',
    lua: lua as never,
    renderers,
    knownTools: () => [],
    bufnr: () => undefined,
    state: () => state,
    onChange: () => {},
    onRenderers: () => view.forget(),
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, trace: () => {} },
    clock,
  });
  const draw = (): string[] =>
    view
      .sections(state, 80, 0, customs.drawings)
      .flatMap(({ blocks }) => blocks.map(({ lines }) => textOf(lines[0] ?? '')));
  const play = (...events: SessionEvent[]): string[] => {
    state = events.reduce(reduce, state);
    return draw();
  };
  return { clock, renderers, batches, customs, draw, play };
}

const card = ({ item, builtIn }: DrawRequest): DrawAnswer => ({
  lines: [`own ${item.title ?? item.text ?? item.mimeType} over ${builtIn.lines.length}`],
  token: 1,
});
const tool = (toolCallId: string, fields: object = {}): SessionEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: toolCallId,
    kind: 'read',
    ...fields,
  } as SessionUpdate,
});
const say = (text: string): SessionEvent => ({
  type: 'update',
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
});
const ALL_TOOLS = [{ id: 1, part: 'tool', priority: 0 }];

it('nobody is asked as long as there is no renderer for it', async () => {
  const { clock, renderers, batches, play } = chat();
  play(tool('a'));
  renderers.set([{ id: 1, part: 'tool', match: 'execute', priority: 0 }]);
  expect(play(tool('b'))).toEqual(['→ a  ○ waiting', '→ b  ○ waiting']);
  await clock.run(1000);
  expect(batches).toEqual([]);
});

it('the built-in drawing is there at once, the own one as soon as it has come', async () => {
  const { clock, renderers, draw, play } = chat();
  renderers.set(ALL_TOOLS);
  expect(play(tool('a'))).toEqual(['→ a  ○ waiting']);
  await clock.run(33);
  expect(draw()).toEqual(['own a over 1']);
});

it('a card is drawn anew when its call changes, and until then as it was', async () => {
  const { clock, renderers, batches, draw, play } = chat();
  renderers.set(ALL_TOOLS);
  play(tool('a'));
  await clock.run(33);
  draw();
  expect(play(tool('a', { title: 'b' }))).toEqual(['own a over 1']);
  await clock.run(33);
  expect(draw()).toEqual(['own b over 1']);
  draw();
  await clock.run(1000);
  expect(batches).toHaveLength(2);
});

it('the newest are drawn first, and not many at once', async () => {
  const { clock, renderers, batches, play } = chat();
  renderers.set(ALL_TOOLS);
  play(...Array.from({ length: 50 }, (_, n) => tool(`t${n}`)));
  await clock.run(33);
  expect(batches.map((batch) => batch.length)).toEqual([20]);
  await clock.run(200);
  expect(batches.map((batch) => batch.length)).toEqual([20, 20, 10]);
  expect(batches[0]?.[0]).toMatchObject({ index: 50, item: { toolCallId: 't49' } });
});

it('what is new does not wait for what is old', async () => {
  const { clock, renderers, batches, play } = chat();
  renderers.set(ALL_TOOLS);
  play(...Array.from({ length: 50 }, (_, n) => tool(`t${n}`)));
  await clock.run(33);
  play(tool('new'));
  await clock.run(33);
  expect(batches[1]?.[0]).toMatchObject({ item: { toolCallId: 'new' } });
});

it('what Lua has no time for is asked once more', async () => {
  let isBusy = true;
  const { clock, renderers, draw, play } = chat((request) => (isBusy ? 'later' : card(request)));
  renderers.set(ALL_TOOLS);
  play(tool('a'));
  await clock.run(100);
  expect(draw()).toEqual(['→ a  ○ waiting']);
  isBusy = false;
  await clock.run(100);
  expect(draw()).toEqual(['own a over 1']);
});

it('a renderer that comes or goes changes what is there', async () => {
  const { clock, renderers, draw, play } = chat();
  play(tool('a'));
  renderers.set(ALL_TOOLS);
  draw();
  await clock.run(33);
  expect(draw()).toEqual(['own a over 1']);
  renderers.set([]);
  draw();
  expect(draw()).toEqual(['→ a  ○ waiting']);
});

it('what a renderer that is gone has drawn is not shown', async () => {
  const { clock, renderers, draw, play } = chat((request) => {
    // It takes itself back, and is long enough for others to be drawn meanwhile.
    renderers.set([]);
    draw();
    return card(request);
  });
  renderers.set(ALL_TOOLS);
  play(tool('a'));
  await clock.run(33);
  expect(draw()).toEqual(['→ a  ○ waiting']);
});

it('a call that is nested too deeply for most programs is drawn, and those beside it', async () => {
  const { clock, renderers, batches, draw, play } = chat();
  renderers.set(ALL_TOOLS);
  const rawInput = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  play(tool('a'), tool('b', { rawInput }));
  await clock.run(33);
  expect(draw()).toEqual(['own a over 1', 'own b over 1']);
  expect(batches[0]).toHaveLength(2);
});

it('a long message is drawn once it is complete', async () => {
  const { clock, renderers, batches, draw, play } = chat();
  renderers.set([{ id: 1, part: 'agent', priority: 0 }]);
  play(say('x'.repeat(9000)));
  await clock.run(100);
  expect(batches).toHaveLength(0);
  play(tool('a'));
  await clock.run(100);
  expect(batches).toHaveLength(1);
  expect(draw()[0]).toContain('own xxx');
});

it('a content block of a message is drawn once, however the message grows', async () => {
  const { clock, renderers, batches, draw, play } = chat();
  renderers.set([{ id: 1, part: 'content', match: 'image', priority: 0 }]);
  const image: SessionEvent = {
    type: 'update',
    update: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', data: 'A'.repeat(100_000), mimeType: 'image/png' },
    },
  };
  play(image, say('a'));
  await clock.run(100);
  expect(draw()).toEqual(['own image/png over 1']);
  play(say('b'));
  await clock.run(100);
  expect(batches.flat()).toMatchObject([{ item: { type: 'image', data: '', omitted: 100_000 } }]);
});

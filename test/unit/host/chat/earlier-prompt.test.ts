import { expect, it } from 'vitest';
import { List } from '../../../../src/base/list';
import { editPrompt } from '../../../../src/host/chat/earlier-prompt';
import type { SentPrompt } from '../../../../src/host/checkpoints/checkpoint-commands';
import type { Entry } from '../../../../src/model/state';
import type { Lua } from '../../../../src/nvim/lua';

const said = (kind: 'user' | 'agent', id: string, ...texts: string[]): Entry => ({
  kind,
  id,
  content: texts.map((text) => ({ type: 'text', text })),
  done: true,
});

const ENTRIES = [
  said('agent', 'e0', 'Hello'),
  said('user', 'e1', 'again', 'REPORT'),
  said('agent', 'e2', 'One'),
  said('user', 'e3', 'other'),
  said('user', 'e4', 'again'),
  said('user', 'e5', 'REPORT'),
];

/** What the editor is asked for when the prompt of an entry is edited. */
async function edit(
  entryId: string,
  put = true,
  isAsked = false,
  more: readonly (typeof ENTRIES)[number][] = [],
) {
  const calls: unknown[][] = [];
  const lua: Lua = {
    call: async (name, ...args) => {
      calls.push([name, ...args]);
      return (name === 'chat.offer.prompt' ? { put, key: '<Up>' } : null) as never;
    },
  };
  const offered: SentPrompt[] = [];
  const isDone = await editPrompt(
    {
      view: 1,
      lua,
      dataFiles: { add: (bytes, ending) => `/data/${bytes.length}.${ending}` },
      isReport: (block) => block.type === 'text' && block.text === 'REPORT',
      offerRestore: async (prompt) => {
        offered.push(prompt);
        return isAsked;
      },
    },
    { cwd: '/p', id: 's', entries: List.of([...ENTRIES, ...more]) },
    entryId,
  );
  return { isDone, calls, offered };
}

it('the prompt of an entry, or the one above, is edited without what was added to it', async () => {
  const { isDone, calls, offered } = await edit('e2');
  expect(isDone).toBe(true);
  expect(calls).toEqual([['chat.offer.prompt', 1, 'again'], ['chat.windows.write']]);
  expect(offered).toEqual([{ cwd: '/p', session: 's', text: 'again', later: 1 }]);
  expect((await edit('e5')).offered[0]).toMatchObject({ text: 'again', later: 0 });
});

it('a prompt that is nothing but what went along is one, with files from elsewhere', async () => {
  const link = (uri: string) => ({ type: 'resource_link', uri, name: 'n' }) as const;
  const content = [link('file:///p/a.txt'), link('file:///else/b.txt#L4-L6')];
  const { calls } = await edit('e9', true, false, [
    { kind: 'user', id: 'e9', content, done: true } as never,
  ]);
  const name = '/else/b.txt:4-6';
  expect(calls.slice(0, 2)).toEqual([
    ['chat.offer.files', 1, [{ name, path: '/else/b.txt', first: 4, last: 6 }]],
    ['chat.offer.prompt', 1, `@a.txt @${name}`],
  ]);
});

it('where files would be restored the user is asked that first', async () => {
  const { calls } = await edit('e3', true, true);
  expect(calls).toEqual([['chat.offer.prompt', 1, 'other']]);
});

it('what is written in the prompt stays, and a key brings the earlier one', async () => {
  const { calls } = await edit('e3', false);
  expect(calls[1]).toEqual([
    'ui.notify.show',
    'info',
    'the prompt has other text: <Up> there brings this one back',
  ]);
});

it('above the first prompt there is none', async () => {
  expect(await edit('e0')).toEqual({ isDone: false, calls: [], offered: [] });
});

it('a picture without a name becomes a file, and what is no picture is said to be gone', async () => {
  const image = (data: string) => ({ type: 'image', data: btoa(data), mimeType: 'image/png' });
  const content = [{ type: 'text', text: 'see' }, image('\x89PNG\r\n\x1a\n'), image('?')];
  const { calls } = await edit('e9', true, false, [
    { kind: 'user', id: 'e9', content, done: true } as never,
  ]);
  expect(calls.slice(0, 3)).toEqual([
    ['chat.offer.files', 1, [{ name: '/data/8.png', path: '/data/8.png' }]],
    ['ui.notify.show', 'warn', 'a picture of this prompt is gone: add it again'],
    ['chat.offer.prompt', 1, 'see @/data/8.png'],
  ]);
});

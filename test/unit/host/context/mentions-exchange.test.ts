import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Confinement } from '../../../../src/files/paths/confine';
import { Roots } from '../../../../src/files/paths/roots';
import { ChatContext, type ChatContextOptions } from '../../../../src/host/context/chat-context';
import type { ContentBlock } from '../../../../src/protocol/schema.gen';
import { exchange } from '../../../support/exchange';
import { type Folder, makeFolder } from '../../../support/folder';

const TRIES = 600;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let folder: Folder;

beforeEach(() => {
  const picture = Buffer.from(PNG, 'base64') as never;
  folder = makeFolder({
    'project/dir/file.txt': 'mine\n',
    'project/dir/a.png': 'no picture',
    'project/kept/file.txt': 'denied\n',
    'outside/file.txt': 'secret\n',
    'outside/a.png': picture,
  });
});
afterEach(() => folder[Symbol.dispose]());

/** The mentions of a chat whose editor has no file loaded. */
function context(outside: 'ask' | 'allow', denied?: string) {
  const confinement = new Confinement({
    deny: () => [],
    outside: () => outside,
    roots: new Roots(),
  });
  const options = {
    lua: { call: async () => null },
    agents: { phase: () => 'none', running: () => undefined },
    rules: {
      judge: (_: unknown, { locations: [place] }: { locations: { path: string }[] }) =>
        place?.path === denied ? { effect: 'deny', why: 'the rule' } : undefined,
    },
    files: {
      denies: async () => undefined,
      leadsAway: (scope: never, path: string, realPath: string) =>
        confinement.leadsAway({ scope, path, realPath }),
    },
  } as unknown as ChatContextOptions;
  const chats = new ChatContext(options);
  const cwd = folder.path('project');
  const scope = { session: 's', roots: [cwd] };
  const chat = {
    session: { key: 's', state: { cwd }, scope },
    choice: { name: 'agent', title: 'Agent' },
  } as never;
  return async (text: string, anchors: readonly unknown[] = []): Promise<string> => {
    const { content } = await chats.ready(chat, { content: text, anchors });
    return content.map(textOf).join('');
  };
}

function textOf(block: ContentBlock): string {
  if (block.type === 'resource' && 'text' in block.resource) return block.resource.text;
  return block.type === 'image' ? block.data : '';
}

describe('a file of the project that is mentioned', () => {
  test('goes along from where it is', async () => {
    symlinkSync('dir', folder.path('project/link'));
    expect(await context('ask')('@link/file.txt')).toBe('mine\n');
  });

  test.each(['dir/file.txt', 'dir/a.png'])(
    'does not go along when it leads outside: %s',
    async (name) => {
      rmSync(folder.path('project/dir'), { recursive: true });
      symlinkSync(folder.path('outside'), folder.path('project/dir'));
      const real = folder.path('outside').concat(name.slice(3));
      const why = `it leads out of the session's folders, to ${real}`;
      await expect(context('ask')(`@${name}`)).rejects.toThrow(why);
      const path = folder.path(`project/${name}`);
      await expect(context('ask')(`@${name}`, [{ name, path }])).rejects.toThrow(why);
      expect(await context('allow')(`@${name}`)).toBe(name.endsWith('png') ? PNG : 'secret\n');
      // The user has added that one.
      expect(await context('ask')(`@${real}`, [{ name: real, path: real }])).toBe(
        name.endsWith('png') ? PNG : 'secret\n',
      );
    },
  );

  test('does not go along when it leads to a file that a rule denies', async () => {
    symlinkSync('kept', folder.path('project/link'));
    const denied = folder.path('project/kept/file.txt');
    await expect(context('ask', denied)('@link/file.txt')).rejects.toThrow('the rule');
  });

  test.skipIf(process.platform === 'win32').each(['dir/file.txt', 'dir/a.png'])(
    'never goes along from outside while its folder is exchanged: %s',
    async (name) => {
      symlinkSync(folder.path('outside'), folder.path('project/link'));
      const send = context('ask');
      const sent = new Set<string>();
      {
        await using _ = await exchange(folder.path('project/dir'), folder.path('project/link'));
        for (let n = 0; n < TRIES; n++) {
          sent.add(await send(`@${name}`).catch((error: Error) => error.name));
        }
      }
      const secret = readFileSync(folder.path('outside/a.png'), 'base64');
      expect([...sent].filter((text) => text === 'secret\n' || text === secret)).toEqual([]);
    },
  );
});

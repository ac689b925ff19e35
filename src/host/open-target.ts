import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lua } from '../nvim/lua';
import type { Target } from '../view/block';

/** Opens what a line of the transcript stands for: files in the editor, the rest with the system's programs. */
export async function openTarget(target: Target, lua: Lua): Promise<void> {
  switch (target.kind) {
    case 'file':
      return lua.call('open.file', target.path, target.line ?? null);
    case 'url':
      return lua.call('open.url', target.url);
    case 'text':
      return lua.call('open.text', target.name, target.text);
    case 'data':
      return lua.call('open.url', await saved(target.mimeType, target.data));
  }
}

/** A file only the user can read, named by its kind so that the system finds a program for it. */
async function saved(mimeType: string, data: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'acp-host-'));
  const ending = /^(?:image|audio)\/([a-z0-9]+)/.exec(mimeType)?.[1] ?? 'bin';
  const path = join(folder, `${randomUUID()}.${ending}`);
  await writeFile(path, Buffer.from(data, 'base64'), { mode: 0o600 });
  return path;
}

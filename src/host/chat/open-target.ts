import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import type { Lua } from '../../nvim/lua';
import type { Opened } from '../../view/block';
import { mediaEnding, readableText } from './media-type';

/** Opens what a line of the transcript leads to: files in the editor, the rest with the system's programs. */
export async function openTarget(target: Opened, lua: Lua, files: DataFiles): Promise<void> {
  switch (target.kind) {
    case 'file':
      return lua.call('ui.open.file', target.path, target.line ?? null, target.column ?? null);
    case 'url':
      return lua.call('ui.open.url', target.url);
    case 'text':
      return lua.call('ui.open.text', target.name, target.text);
    case 'data':
      return openData(target, lua, files);
  }
}

/** By what the data is, not by what the agent calls it: only pictures and sounds are handed to other programs. */
async function openData(
  { name, data }: Extract<Opened, { kind: 'data' }>,
  lua: Lua,
  files: DataFiles,
): Promise<void> {
  const bytes = Buffer.from(data, 'base64');
  const ending = mediaEnding(bytes);
  if (ending) return lua.call('ui.open.url', files.add(bytes, ending));
  return lua.call('ui.open.text', name, readableText(bytes) ?? aboutData(bytes, files));
}

function aboutData(bytes: Buffer, files: DataFiles): string {
  if (bytes.length === 0) return 'There is nothing in it.';
  const path = files.add(bytes, 'bin');
  return `No picture and no sound of a known kind, and no text that can be shown.\nIt is saved and was not opened:\n${path}`;
}

/**
 * Images and sounds of agents as files, for other programs to open. They live in one folder that only the user can
 * read, made with the first file and gone with the host. All at once and not in steps: a file that is still being
 * written when the host ends would be left behind.
 */
export class DataFiles implements Disposable {
  #folder: string | undefined;
  #closed = false;

  /** Path of a file with this content, whose extension lets the system choose the program for it. */
  add(bytes: Buffer, ending: string): string {
    if (this.#closed) throw new Error('the host is ending');
    // Something may have cleaned up the temporary folder in the days that an editor runs.
    if (!this.#folder || !existsSync(this.#folder)) {
      this.#folder = mkdtempSync(join(tmpdir(), 'acp-host-'));
    }
    const path = join(this.#folder, `${randomUUID()}.${ending}`);
    writeFileSync(path, bytes, { mode: 0o600 });
    return path;
  }

  dispose(): void {
    this.#closed = true;
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}

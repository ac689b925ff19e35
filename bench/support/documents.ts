import { silentLogger } from '../../src/base/logger';
import { Drafts } from '../../src/files/disk/drafts';
import { EditorDocuments } from '../../src/files/documents/documents';
import { ComparedFiles } from '../../src/files/watching/compared-files';
import { createLua } from '../../src/nvim/rpc';
import type { Editor } from './editor';

/** The host's reading and writing of files, over an editor and its folder. */
export function documentsOf(editor: Editor): EditorDocuments {
  const lua = createLua(editor);
  const log = silentLogger;
  const drafts = new Drafts(editor.dir, log);
  return new EditorDocuments(lua, {
    log,
    drafts,
    compared: new ComparedFiles(lua, { log, drafts }),
  });
}

/** Open files as resources of one connection, with the confinement of the tools. */

import { relative, sep } from 'node:path';
import type { Disposable } from '../base/disposable';
import { MEBIBYTE } from '../base/units';
import { scopeFor } from '../client/approval';
import { joinText, splitText } from '../edit/text';
import type { FileBuffer } from '../nvim/editor-tools';
import type { OpenBuffers } from '../nvim/open-buffers';
import { AcpError } from '../protocol/errors';
import { canonicalUri, mimeTypeOf, URI_TEMPLATE, uriOf } from './buffer-uris';
import { pageOf } from './catalogue';
import { permittedOnly } from './files';
import { ResourceNotFoundError, type Server } from './library';
import { type ResourceRequestParts, recordedRead, withinLimits } from './resource-requests';
import { type ResourceConnection, ResourceWatch } from './resource-watch';
import type { EditorAccess, ToolSession } from './tool-session';
import { readBuffer } from './tools/read_buffer';

export interface ResourceParts extends ResourceRequestParts {
  readonly session: ToolSession;
  readonly editor: EditorAccess;
  readonly buffers: Pick<OpenBuffers, 'list' | 'watch'>;
}

/** As JSON, which it is sent as. */
const MAX_TEXT_BYTES = 4 * MEBIBYTE;

/** How much the model should care, for agents that take resources along by themselves. */
const PRIORITIES = { current: 1, visible: 0.7, hidden: 0.3 } as const;

/** Serves them on a connection, until it is disposed of. */
export function serveResources(
  parts: ResourceParts,
  server: Server,
  connection: ResourceConnection,
): Disposable {
  const { session, editor, server: name, buffers, log } = parts;
  // The tool that reads the same: rules about it hold here, too.
  const tool = `${name}/${readBuffer.name}`;
  const exposed = async (): Promise<readonly FileBuffer[]> =>
    permittedOnly(await buffers.list(), ({ name }) => name, {
      permits: (path) => editor.permits(session, path, tool),
    });
  const find = async (uri: string): Promise<FileBuffer> => {
    const wanted = canonicalUri(uri);
    const found = (await exposed()).find(({ path }) => uriOf(path) === wanted);
    if (!found) throw new ResourceNotFoundError(uri);
    return found;
  };
  const watch = new ResourceWatch({ exposed, server, connection, log });
  const watching = buffers.watch(() => watch.check());
  watch.check();

  const read = async (uri: string, signal: AbortSignal) => {
    const { path, filetype } = await find(uri);
    const { documents } = editor;
    const scope = scopeFor(session, documents, { kind: 'read', path });
    const exact = splitText(await documents.read(scope, path, {}, signal));
    const text = joinText({ ...exact, fileformat: 'unix', bomb: false });
    if (Buffer.byteLength(JSON.stringify(text)) > MAX_TEXT_BYTES) {
      throw AcpError.invalidParams(
        'the text is too long: read parts of it with the tool read_buffer',
      );
    }
    return { path, contents: [{ uri, mimeType: mimeTypeOf(filetype), text }] };
  };

  server.setRequestHandler('resources/list', ({ params }) =>
    withinLimits(parts, async () => {
      const page = pageOf(await exposed(), ({ path }) => uriOf(path), params?.cursor);
      if (!page) {
        throw AcpError.invalidParams('Invalid cursor: list the resources from the beginning');
      }
      const { items, ...rest } = page;
      return { resources: items.map((buffer) => resourceOf(buffer, session.scope.roots)), ...rest };
    }),
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const { signal } = mcpReq;
    const { contents } = await recordedRead(parts, uri, signal, () => read(uri, signal));
    return { contents };
  });
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) =>
    withinLimits(parts, async () => {
      const { path } = await find(uri);
      await watch.subscribe(uriOf(path), uri);
      return {};
    }),
  );
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watch.unsubscribe(canonicalUri(uri) ?? uri);
    return {};
  });
  return {
    dispose: () => {
      watching.dispose();
      watch.dispose();
    },
  };
}

const TEMPLATE = {
  uriTemplate: URI_TEMPLATE,
  name: 'buffer',
  title: 'Open file',
  description: 'A file that is open in the editor, by its absolute path, with its unsaved text.',
  mimeType: 'text/plain',
};

function resourceOf(buffer: FileBuffer, roots: readonly string[]) {
  const { path, filetype, current, visible } = buffer;
  const name = relative(roots[0] ?? '/', path).replaceAll(sep, '/');
  return {
    uri: uriOf(path),
    name: name.startsWith('..') ? path : name,
    title: path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(sep)) + 1),
    mimeType: mimeTypeOf(filetype),
    annotations: { priority: PRIORITIES[current ? 'current' : visible ? 'visible' : 'hidden'] },
  };
}

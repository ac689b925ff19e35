/** Requests about what is at a place of a file. */

import type { FileText } from '../../model/texts';
import type { LanguageClient } from '../../nvim/language-servers';
import { permittedPath } from '../files';
import { type ToolContext, ToolFailure } from '../tool';
import { encodingOf } from './offsets';
import { lspPosition, placeOf, type SymbolInput, type TextPlace } from './places';
import { type Answer, askAll, PATIENCE, type Served, serve } from './servers';

/** A file that servers are asked about. */
export interface ServedFile {
  readonly path: string;
  readonly text: FileText;
  readonly served: Served;
}

/** The text comes first: by that a buffer takes over what is on disk. */
export async function servedFile(
  context: ToolContext,
  given: string,
  method: string,
): Promise<ServedFile> {
  const path = await permittedPath(context, given);
  const text = await context.textOf(path);
  if (!text) throw new ToolFailure(`${given} is no text file, or does not exist`);
  return { path, text, served: await serve(context, path, method) };
}

export interface AskedPlace extends ServedFile {
  readonly place: TextPlace;
}

export async function placeIn(
  context: ToolContext,
  input: SymbolInput,
  method: string,
): Promise<AskedPlace> {
  const file = await servedFile(context, input.path, method);
  return { ...file, place: placeOf(file.text, input) };
}

/** `TextDocumentPositionParams` for a server. */
export function positionParams({ served, text, place }: AskedPlace, client: LanguageClient) {
  return {
    textDocument: { uri: served.uri },
    position: lspPosition(text, place, encodingOf(client.encoding)),
  };
}

export function askAt(
  context: ToolContext,
  asked: AskedPlace,
  more: Readonly<Record<string, unknown>> = {},
  patience = PATIENCE,
): Promise<readonly Answer[]> {
  const paramsFor = (client: LanguageClient) => ({ ...positionParams(asked, client), ...more });
  return askAll(context, asked.served, paramsFor, patience);
}

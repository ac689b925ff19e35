/** Places in files, as they are named in prompts (`src/app.js:4-6`) and on the wire (`file:///…/app.js#L4-L6`). Pure. */
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Lines from 1, both ends included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export interface FilePlace {
  readonly path: string;
  /** Absent: all of the file. */
  readonly lines?: Lines;
}

/** The opposite of `placeName`. */
export function parsePlace(name: string): FilePlace {
  const [, path = '', from = '', to = from] = /^(.+?):(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  const lines = { first: Number(from), last: Number(to) };
  const isRange = path !== '' && lines.first > 0 && lines.last >= lines.first;
  return isRange ? { path, lines } : { path: name };
}

/** Its name behind the "@" of a prompt. */
export function placeName({ path, lines }: FilePlace): string {
  if (!lines) return path;
  const { first, last } = lines;
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`;
}

/** Of an absolute path. */
export function placeUri({ path, lines }: FilePlace): string {
  const uri = pathToFileURL(path).href;
  if (!lines) return uri;
  const { first, last } = lines;
  return first === last ? `${uri}#L${first}` : `${uri}#L${first}-L${last}`;
}

/** Nothing for what is no file of this machine. */
export function placeOfUri(uri: string): FilePlace | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, hash } = new URL(uri);
  if (protocol !== 'file:' || hostname !== '') return undefined;
  const [, from, to = from] = /^#L?(\d+)(?:-L?(\d+))?/.exec(hash) ?? [];
  const first = Number(from ?? 0);
  const lines = { first, last: Math.max(first, Number(to ?? 0)) };
  try {
    return { path: fileURLToPath(uri), ...(first > 0 ? { lines } : {}) };
  } catch {
    return undefined;
  }
}

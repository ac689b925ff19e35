import { resolve } from 'node:path';
import { KIBIBYTE } from '../../../base/units';
import { isInside } from '../../../files/paths/path-style';
import {
  type FilePlace,
  type Lines,
  parsePlace,
  placeName,
  placeUri,
} from '../../../model/context/places';
import type { Lua } from '../../../nvim/lua';
import type { ContentBlock } from '../../../protocol/schema.gen';
import { lastPart } from '../../../view/chip';
import { shownPath } from '../../../view/path';
import { clipped } from '../embedded';
import { fileText, imageData, lineCountOf, type MentionedFile, mentionedFile } from '../file-text';
import { isMissingFile } from '../missing-file';
import type { Anchor, Found, Prompt, Provider } from '../provider';
import type { ContextTools } from '../tools';

/** The agent reads a larger file itself, from the disk, as far as it needs it. */
const MAX_WHOLE = 48 * KIBIBYTE;
const MAX_SUGGESTED = 40;
const NO_SUCH_LINES = 'the file has no such lines';
const MISSING = 'there is no such file; sent as plain text';

/** `src/app.js`, `src/app.js:4-6`, `src/`: files and folders, and lines that the user has chosen. */
export function fileProvider({ lua, findFiles }: ContextTools): Provider {
  return {
    word: 'file',
    about: 'a file or folder: type a part of its path',
    suggest: async (query, prompt) => {
      const word = query === 'file' ? '' : query;
      const paths = await findFiles(prompt.scope, word, MAX_SUGGESTED);
      const refusals = await Promise.all(
        paths.map((path) => prompt.refusal(resolve(prompt.cwd, path))),
      );
      return paths
        .filter((_, index) => refusals[index] === undefined)
        .map((path) => ({ word: path, about: path.endsWith('/') ? 'folder' : 'file' }));
    },
    find: async (name, prompt) => {
      const anchor = prompt.anchors.get(name);
      if (anchor)
        return anchor.path === undefined ? undefined : ofAnchor(lua, prompt, anchor, name);
      const { path, lines } = parsePlace(name);
      const whole = resolve(prompt.cwd, path);
      // What lies elsewhere is only taken when the user has added it, not because a text names it.
      const isOurs = isInside(prompt.scope.roots, whole) && !path.includes('\0');
      if (!isOurs) return undefined;
      const found = await findPlace(lua, prompt, whole, lines);
      if (found) return found;
      const isMissing = await isMissingFile(prompt.cwd, path);
      return isMissing ? { ...gone(name, MISSING), isMissing } : undefined;
    },
  };
}

async function ofAnchor(
  lua: Lua,
  prompt: Prompt,
  { path = '', lines }: Anchor,
  name: string,
): Promise<Found> {
  const hasLines = lines !== undefined || parsePlace(name).lines === undefined;
  const found = hasLines ? await findPlace(lua, prompt, path, lines) : undefined;
  return found ?? gone(name, hasLines ? 'the file is gone' : 'these lines are gone');
}

function gone(name: string, problem: string): Found {
  return { name, problem, content: () => Promise.reject(new Error(problem)) };
}

/** Lines of a file, or all of it; nothing when there is no such file. */
export async function findPlace(
  lua: Lua,
  prompt: Prompt,
  path: string,
  wanted?: Lines,
): Promise<Found | undefined> {
  const file = await mentionedFile(lua, path);
  if (!file) return undefined;
  const isFolder = file.kind === 'folder';
  const refusal = isFolder ? undefined : await prompt.refusal(path, file.realPath);
  const isRead = file.kind === 'text' && refusal === undefined;
  const lines = isRead ? await linesThere(file, wanted) : wanted;
  const shown = shownPath(path, prompt.cwd);
  const problem = refusal ?? (wanted && !lines ? NO_SUCH_LINES : undefined);
  return {
    name: isFolder ? `${shown.replace(/[\\/]$/, '')}/` : placeName(placeOf(shown, lines ?? wanted)),
    ...(file.unsaved ? { detail: 'unsaved' } : {}),
    ...(problem ? { problem } : {}),
    ...(file.kind === 'image' ? { isImage: true } : {}),
    place: placeOf(file.realPath, lines),
    content: () => contentOf(lua, path, file, lines),
  };
}

/** Of these lines those that the file has, as far as that is known; nothing when it has none of them. */
async function linesThere(file: MentionedFile, wanted?: Lines): Promise<Lines | undefined> {
  if (!wanted) return undefined;
  const count = await lineCountOf(file);
  if (count === undefined) return wanted;
  // An empty text has one line to stand on.
  const last = Math.min(wanted.last, Math.max(1, count));
  return last < wanted.first ? undefined : { first: wanted.first, last };
}

function placeOf(path: string, lines: Lines | undefined): FilePlace {
  return { path, ...(lines ? { lines } : {}) };
}

async function contentOf(
  lua: Lua,
  path: string,
  file: MentionedFile,
  lines: Lines | undefined,
): Promise<ContentBlock> {
  const uri = placeUri(placeOf(path, lines));
  if (file.kind === 'image') return { type: 'image', uri, ...(await imageData(file.realPath)) };
  const link: ContentBlock = {
    type: 'resource_link',
    uri,
    name: lastPart(path),
    ...(file.size === undefined ? {} : { size: file.size }),
  };
  const isLarge = !lines && !file.unsaved && (file.size ?? 0) > MAX_WHOLE;
  if (file.kind === 'folder' || isLarge) return link;
  const text = await fileText(lua, file.realPath, lines).catch(() => undefined);
  if (text === undefined) return link;
  if (text === '' && lines && lines.first > 1) throw new Error(NO_SUCH_LINES);
  return { type: 'resource', resource: { uri, text: clipped(text) } };
}

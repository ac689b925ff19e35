import { resolve } from 'node:path';
import { KIBIBYTE } from '../../../base/units';
import { isInside } from '../../../files/paths/path-style';
import { type Lines, parsePlace, placeName, placeUri } from '../../../model/context/places';
import type { Lua } from '../../../nvim/lua';
import type { ContentBlock } from '../../../protocol/schema.gen';
import { lastPart } from '../../../view/chip';
import { shownPath } from '../../../view/path';
import { clipped } from '../embedded';
import { fileText, imageData, type MentionedFile, mentionedFile } from '../file-text';
import type { Anchor, Found, Prompt, Provider } from '../provider';
import type { ContextTools } from '../tools';

/** The agent reads a larger file itself, from the disk, as far as it needs it. */
const MAX_WHOLE = 48 * KIBIBYTE;
const MAX_SUGGESTED = 40;

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
      return isOurs ? findPlace(lua, prompt, whole, lines) : undefined;
    },
  };
}

async function ofAnchor(
  lua: Lua,
  prompt: Prompt,
  { path = '', lines }: Anchor,
  name: string,
): Promise<Found | undefined> {
  if (lines || parsePlace(name).lines === undefined) return findPlace(lua, prompt, path, lines);
  const problem = 'these lines are gone';
  return { name, problem, content: () => Promise.reject(new Error(problem)) };
}

/** Lines of a file, or all of it; nothing when there is no such file. */
export async function findPlace(
  lua: Lua,
  prompt: Prompt,
  path: string,
  lines?: Lines,
): Promise<Found | undefined> {
  const file = await mentionedFile(lua, path);
  if (!file) return undefined;
  const place = { path: shownPath(path, prompt.cwd), ...(lines ? { lines } : {}) };
  const isFolder = file.kind === 'folder';
  const name = isFolder ? `${place.path.replace(/[\\/]$/, '')}/` : placeName(place);
  const problem = isFolder ? undefined : await prompt.refusal(path);
  return {
    name,
    ...(file.unsaved ? { detail: 'unsaved' } : {}),
    ...(problem ? { problem } : {}),
    ...(file.kind === 'image' ? { isImage: true } : {}),
    place: { path: file.realPath, ...(lines ? { lines } : {}) },
    content: () => contentOf(lua, path, file, lines),
  };
}

async function contentOf(
  lua: Lua,
  path: string,
  file: MentionedFile,
  lines: Lines | undefined,
): Promise<ContentBlock> {
  const uri = placeUri({ path, ...(lines ? { lines } : {}) });
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
  return { type: 'resource', resource: { uri, text: clipped(text) } };
}

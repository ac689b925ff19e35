import { placeName } from '../../../model/context/places';
import { shownPath } from '../../../view/path';
import type { Found, Prompt, Provider } from '../provider';
import type { ContextTools } from '../tools';
import { findBuffer } from './buffer';
import { findPlace } from './file';

/** `selection`: the lines that were selected last in the window that the user works in. */
export function selectionProvider({ lua }: ContextTools): Provider {
  const selected = async (prompt: Prompt): Promise<Found | undefined> => {
    const place = await lua.call('context.selection');
    if (!place) return undefined;
    const lines = { first: place.first ?? 1, last: place.last ?? 1 };
    return place.path === undefined
      ? findBuffer(lua, place.bufnr, lines)
      : findPlace(lua, prompt, place.path, lines);
  };
  return {
    word: 'selection',
    about: 'the lines that you have selected last',
    pins: true,
    suggest: async (query, { cwd }) => {
      const place = 'selection'.startsWith(query) ? await lua.call('context.selection') : null;
      if (!place) return [];
      const { path, bufnr, first = 1, last = 1 } = place;
      const shown = path === undefined ? `buffer:${bufnr}` : shownPath(path, cwd);
      return [{ word: placeName({ path: shown, lines: { first, last } }), about: 'selection' }];
    },
    find: async (name, prompt) => (name === 'selection' ? selected(prompt) : undefined),
  };
}

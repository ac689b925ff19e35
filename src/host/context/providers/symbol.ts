import { type Lines, parsePlace, placeName } from '../../../model/context/places';
import { shownPath } from '../../../view/path';
import type { Provider } from '../provider';
import { type FoundSymbol, findSymbols } from '../symbols';
import type { ContextTools } from '../tools';
import { findPlace } from './file';

const PREFIX = 'symbol:';

/** `symbol:name`: the lines of a function, class … that a language server knows. */
export function symbolProvider({ lua, asks }: ContextTools): Provider {
  const known = (query: string) => findSymbols({ lua, asks }, query);
  return {
    word: PREFIX,
    about: 'a function, class … by its name',
    suggest: async (query, { cwd }) => {
      if (!query.startsWith(PREFIX)) return [];
      return (await known(query.slice(PREFIX.length))).map(({ name, kind, path, ...lines }) => ({
        word: placeName({ path: shownPath(path, cwd), lines: linesOf(lines) }),
        label: name,
        about: `${kind} · ${shownPath(path, cwd)}`,
      }));
    },
    find: async (name, prompt) => {
      const wanted = name.startsWith(PREFIX) ? parsePlace(name.slice(PREFIX.length)).path : '';
      if (wanted === '') return undefined;
      const found = (await known(wanted)).find((symbol) => symbol.name === wanted);
      return found && findPlace(lua, prompt, found.path, linesOf(found));
    },
  };
}

function linesOf({ line, end_line }: Pick<FoundSymbol, 'line' | 'end_line'>): Lines {
  return { first: line, last: end_line };
}

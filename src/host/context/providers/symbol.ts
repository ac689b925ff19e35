import { isRecord } from '../../../base/guards';
import { parsePlace, placeName } from '../../../model/context/places';
import { shownPath } from '../../../view/path';
import type { Provider } from '../provider';
import type { ContextTools } from '../tools';
import { findPlace } from './file';

const PREFIX = 'symbol:';

interface Symbol {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** `symbol:name`: the lines of a function, class … that a language server knows. */
export function symbolProvider({ lua, asks }: ContextTools): Provider {
  const known = async (query: string): Promise<Symbol[]> =>
    symbolsIn((await asks.symbols(query)) ?? '[]');
  return {
    word: PREFIX,
    about: 'a function, class … by its name',
    suggest: async (query, { cwd }) => {
      if (!query.startsWith(PREFIX)) return [];
      return (await known(query.slice(PREFIX.length))).map(({ name, kind, path, first, last }) => ({
        word: placeName({ path: shownPath(path, cwd), lines: { first, last } }),
        label: name,
        about: `${kind} · ${shownPath(path, cwd)}`,
      }));
    },
    find: async (name, prompt) => {
      const wanted = name.startsWith(PREFIX) ? parsePlace(name.slice(PREFIX.length)).path : '';
      if (wanted === '') return undefined;
      const found = (await known(wanted)).find((symbol) => symbol.name === wanted);
      return found && findPlace(lua, prompt, found.path, { first: found.first, last: found.last });
    },
  };
}

function symbolsIn(json: string): Symbol[] {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) return [];
  return list.filter(
    (one): one is Symbol =>
      isRecord(one) && typeof one.name === 'string' && typeof one.path === 'string',
  );
}

import { expect, it } from 'vitest';
import { findSymbols } from '../../../../src/host/context/symbols';

const range = (first: number, last: number) => ({
  start: { line: first, character: 0 },
  end: { line: last, character: 1 },
});
const server = (id: number, more = {}) => ({
  id,
  name: `server ${id}`,
  supports: true,
  starting: false,
  ...more,
});

/** An editor in which a file is worked on, and what its servers answer by method and id. */
function editor(servers: readonly object[], answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const lua = {
    call: async (name: string, ...args: readonly unknown[]): Promise<unknown> => {
      if (name === 'context.buffers') return [{ bufnr: 4, path: '/work/a.ts', current: true }];
      if (name === 'tools.diagnostics.files') {
        return [{ bufnr: 4, path: '/work/a.ts', uri: 'file:///work/a.ts' }];
      }
      if (name === 'tools.lsp.known') return servers;
      const [number, { client, method }] = args as [number, { client: number; method: string }];
      asked[number] = `${method} ${client}`;
      return undefined;
    },
  };
  const ask = async (send: (ask: number) => Promise<void>): Promise<string | undefined> => {
    const number = asked.push('') - 1;
    await send(number);
    return JSON.stringify(answers[asked[number] ?? ''] ?? { failed: 'ended' });
  };
  return { tools: { lua: lua as never, asks: { ask } }, asked };
}

it('what is in the buffer comes first, and only what has the word in its name', async () => {
  const { tools } = editor([server(1)], {
    'textDocument/documentSymbol 1': {
      result: [{ name: 'Greeter', kind: 5, range: range(2, 8), children: [] }],
    },
    'workspace/symbol 1': {
      result: [
        { name: 'greet', kind: 12, location: { uri: 'file:///work/b.ts', range: range(0, 1) } },
        { name: 'other', kind: 12, location: { uri: 'file:///work/b.ts', range: range(3, 4) } },
      ],
    },
  });
  expect(await findSymbols(tools, 'GREET')).toMatchObject([
    { name: 'Greeter', kind: 'class', path: '/work/a.ts', line: 3, end_line: 9 },
    { name: 'greet', kind: 'function', path: '/work/b.ts', line: 1, end_line: 2 },
  ]);
});

it('a server that fails takes nothing from what the others know', async () => {
  const { tools } = editor([server(1), server(2)], {
    'textDocument/documentSymbol 1': { error: { code: -1, message: 'no' } },
    'textDocument/documentSymbol 2': { result: [{ name: 'a', kind: 12, range: range(0, 0) }] },
  });
  expect(await findSymbols(tools, 'a')).toMatchObject([{ name: 'a', path: '/work/a.ts' }]);
});

it('servers that cannot, or cannot yet, are not asked', async () => {
  const servers = [server(1, { supports: false }), server(2, { starting: true })];
  const { tools, asked } = editor(servers, {});
  expect(await findSymbols(tools, 'a')).toEqual([]);
  expect(asked).toEqual([]);
});

import { appendFileSync } from 'node:fs';
const out = (x: unknown) => appendFileSync('/tmp/kd-out', `${typeof x === 'string' ? x : JSON.stringify(x)}\n`);
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lspDefinition } from '../../src/mcp/tools/lsp_definition';
import { lspHover } from '../../src/mcp/tools/lsp_hover';
import { lspReferences } from '../../src/mcp/tools/lsp_references';
import { lspSymbols } from '../../src/mcp/tools/lsp_symbols';
import { openBench, type ToolBench, typescriptServer } from '../support/tool-bench';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es5"], "types": [] } }\n',
  'shape.ts': `/** Anything with a size. */
export interface Shape {
  area(): number;
}

export class Square implements Shape {
  constructor(readonly side: number) {}
  area(): number {
    return this.side * this.side;
  }
}
`,
  'use.ts': `import { Square } from './shape';
import { KEY } from './secret';

const /* 𝄞é */ square = new Square(2);
square.area();
export const key = KEY;
`,
  'secret.ts': `export const KEY = 'sk-123';\n`,
};

/** All of these only look, so that one server does for all. */
describe('tools with a TypeScript server', () => {
  let bench: ToolBench;
  let at: (path: string) => string;

  beforeAll(async () => {
    bench = await openBench({
      files: FILES,
      config: typescriptServer(),
      denied: ['secret.ts'],
    });
    at = bench.desk.path;
  }, 60_000);
  afterAll(async () => bench?.[Symbol.asyncDispose]());

  it('say where a symbol is defined', async () => {
    const input = { path: 'use.ts', line: 5, symbol: 'area' };
    out(await bench.context.ask((ask) => bench.context.lua.call('tools.lsp.request', ask, {client: 1, bufnr: 1, method: 'textDocument/hover', params: '{}'})).catch(String));
    expect(await bench.run(lspDefinition, input)).toEqual({
      definitions: [
        {
          path: at('shape.ts'),
          range: { start: { line: 8, column: 3 }, end: { line: 8, column: 7 } },
          text: 'area(): number {',
        },
      ],
      withheld: 0,
    });
  });

  it('say where a symbol is used', async () => {
    const input = { path: 'shape.ts', line: 6, symbol: 'Square' };
    out(JSON.stringify(await bench.run(lspReferences, input)));
    out(
      JSON.stringify(await bench.run(lspHover, { path: 'use.ts', line: 4, symbol: 'square' })),
    );
    out(JSON.stringify(await bench.run(lspSymbols, { path: 'shape.ts' })));
    out(JSON.stringify(await bench.run(lspSymbols, { query: 'Sq' })));
    out(
      await bench.run(lspHover, { path: 'use.ts', line: 6, symbol: 'KEY' }).catch(String),
    );
    out(
      await bench.run(lspReferences, { path: 'use.ts', line: 6, symbol: 'KEY' }).catch(String),
    );
  });
});

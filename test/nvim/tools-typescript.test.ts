import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatBuffer } from '../../src/mcp/tools/format_buffer';
import { getDiagnostics } from '../../src/mcp/tools/get_diagnostics';
import { lspCodeAction } from '../../src/mcp/tools/lsp_code_action';
import { lspDefinition } from '../../src/mcp/tools/lsp_definition';
import { lspHover } from '../../src/mcp/tools/lsp_hover';
import { lspReferences } from '../../src/mcp/tools/lsp_references';
import { lspRename } from '../../src/mcp/tools/lsp_rename';
import { lspSymbols } from '../../src/mcp/tools/lsp_symbols';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';
import { typescriptServer } from '../support/language-servers';
import { wait } from '../support/wait';

const SECRET = 'sk-123';
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
  'fix.ts': `const text = 'a';
export const spelled = text.lengthh + 2;
`,
  'messy.ts': 'export const  messy  =  1;\nconst é =   2;\n',
  'secret.ts': `import { Square } from './shape';\nexport const KEY = '${SECRET}';\nconst wrong: string = new Square(1).side;\n`,
};

/** One server does for all: it takes seconds to come. */
describe('with a TypeScript server', { timeout: 120_000 }, () => {
  let desk: ToolDesk;
  let at: (path: string) => string;

  beforeAll(async () => {
    desk = await openToolDesk({
      files: FILES,
      config: typescriptServer(),
      permits: (path) => !path.endsWith('secret.ts'),
    });
    at = desk.path;
    await desk.call(lspHover, { path: 'use.ts', line: 4, symbol: 'square' });
  }, 120_000);
  afterAll(async () => desk?.[Symbol.asyncDispose]());

  const place = (path: string, line: number, column: number, length: number, text: string) => ({
    path: at(path),
    range: { start: { line, column }, end: { line, column: column + length } },
    text,
  });

  it('a definition is found in another file', async () => {
    const found = await desk.call(lspDefinition, { path: 'use.ts', line: 5, symbol: 'area' });
    expect(found).toEqual({
      definitions: [place('shape.ts', 8, 3, 4, 'area(): number {')],
      withheld: 0,
    });
  });

  it('implementations and types are found, too', async () => {
    const shape = { path: 'shape.ts', line: 2, symbol: 'Shape', kind: 'implementation' };
    const square = { path: 'use.ts', line: 5, column: 2, kind: 'type' };
    const type = place('shape.ts', 6, 14, 6, 'export class Square implements Shape {');
    expect((await desk.call(lspDefinition, shape)).definitions).toEqual([type]);
    expect((await desk.call(lspDefinition, square)).definitions).toEqual([type]);
  });

  it('references are counted in characters, in all files', async () => {
    const found = await desk.call(lspReferences, { path: 'shape.ts', line: 6, symbol: 'Square' });
    expect(found).toEqual({
      references: [
        place('shape.ts', 6, 14, 6, 'export class Square implements Shape {'),
        place('use.ts', 1, 10, 6, "import { Square } from './shape';"),
        place('use.ts', 4, 29, 6, 'const /* 𝄞é */ square = new Square(2);'),
      ],
      total: 3,
      withheld: 2,
    });
    const few = {
      path: 'shape.ts',
      line: 6,
      symbol: 'Square',
      limit: 1,
      include_declaration: false,
    };
    expect(await desk.call(lspReferences, few)).toMatchObject({ references: [{}], total: 2 });
  });

  it('a hover has the type and what is written about it', async () => {
    const hover = await desk.call(lspHover, { path: 'shape.ts', line: 6, symbol: 'Shape' });
    expect(hover.text).toContain('interface Shape');
    expect(hover.text).toContain('Anything with a size.');
  });

  it('nothing is said of a symbol whose file is closed to the agent', async () => {
    const key = { path: 'use.ts', line: 6, symbol: 'KEY' };
    await expect(desk.call(lspHover, key)).rejects.toThrow('a file that you may not use');
    expect(await desk.call(lspDefinition, key)).toEqual({ definitions: [], withheld: 1 });
    const references = await desk.call(lspReferences, key);
    expect(references).toMatchObject({ references: [{ path: at('use.ts') }, {}], withheld: 1 });
    expect(JSON.stringify(references)).not.toContain(SECRET);
    const side = { path: 'shape.ts', line: 7, symbol: 'side', new_name: 'length' };
    await expect(desk.call(lspRename, side)).rejects.toThrow(
      'would also change a file that you may not use here',
    );
    await expect(desk.call(lspSymbols, { path: 'secret.ts' })).rejects.toThrow('may not use');
  });

  it('symbols of a file are nested', async () => {
    const { document } = await desk.call(lspSymbols, { path: 'shape.ts' });
    const names = document.map(({ name, kind, line, end_line, depth }: Record<string, unknown>) =>
      [name, kind, line, end_line, depth].join(' '),
    );
    expect(names.slice(0, 4)).toEqual([
      'Shape interface 2 4 0',
      'area method 3 3 1',
      'Square class 6 11 0',
      'constructor constructor 7 7 1',
    ]);
    const some = await desk.call(lspSymbols, { path: 'shape.ts', query: 'AREA' });
    expect(some.document.map(({ name }: { name: string }) => name)).toEqual([
      'Shape',
      'area',
      'Square',
      'area',
    ]);
  });

  it('symbols of the workspace are those of files that the agent may have', async () => {
    const { workspace } = await desk.call(lspSymbols, { query: 'Square' });
    expect(workspace).toContainEqual({
      name: 'Square',
      kind: 'class',
      path: at('shape.ts'),
      line: 6,
      end_line: 11,
    });
    const { workspace: keys } = await desk.call(lspSymbols, { query: 'KEY' });
    expect(keys).toMatchObject([{ name: 'key', path: at('use.ts') }]);
  });

  it('diagnostics are those of the text as it is now', async () => {
    const diagnostics = () => desk.call(getDiagnostics, { path: 'use.ts', severity: 'error' });
    expect(await diagnostics()).toMatchObject({ diagnostics: [], settled: true, servers: ['ts'] });
    const wrong = FILES['use.ts'].replace('square =', 'square: number =');
    await desk.editor.lua(
      `local buf = vim.fn.bufnr(...)
      vim.api.nvim_buf_set_lines(buf, 0, -1, true, select(2, ...))`,
      at('use.ts'),
      wrong.trimEnd().split('\n'),
    );
    const { diagnostics: found, counts } = await diagnostics();
    expect(counts).toEqual({ error: 2, warning: 0, info: 0, hint: 0 });
    expect(found[0]).toEqual({
      path: at('use.ts'),
      range: { start: { line: 4, column: 16 }, end: { line: 4, column: 22 } },
      severity: 'error',
      message: "Type 'Square' is not assignable to type 'number'.",
      source: 'typescript',
      code: '2322',
    });
    await desk.editor.lua(
      `vim.api.nvim_buf_call(vim.fn.bufnr(...), function() vim.cmd('silent undo') end)`,
      at('use.ts'),
    );
    expect(await diagnostics()).toMatchObject({ diagnostics: [], settled: true });
  });

  it('diagnostics of files that are closed to the agent are left out', async () => {
    await desk.editor.lua('vim.cmd.edit(...)', at('secret.ts'));
    const known = `return #vim.diagnostic.get(vim.fn.bufnr(...)) > 0`;
    await wait(() => desk.editor.lua(known, at('secret.ts')), 'the editor knows some');
    const { diagnostics } = await desk.call(getDiagnostics, {});
    expect(JSON.stringify(diagnostics)).not.toContain('secret');
  });

  it('a file is formatted as the editor indents it', async () => {
    expect(await desk.call(formatBuffer, { path: 'messy.ts', start_line: 2 })).toEqual({
      files: [{ path: at('messy.ts'), added: 1, removed: 1 }],
      server: 'ts',
    });
    expect(await desk.call(formatBuffer, { path: 'messy.ts' })).toMatchObject({ files: [{}] });
    const text = await desk.context.textOf(at('messy.ts'));
    expect(text?.lines).toEqual(['export const messy = 1;', 'const é = 2;']);
    expect(await desk.call(formatBuffer, { path: 'messy.ts' })).toMatchObject({ files: [] });
  });

  it('code actions are listed, and one is applied by its title', async () => {
    const where = { path: 'fix.ts', line: 2 };
    const spelling = "Change spelling to 'length'";
    const { actions } = await desk.call(lspCodeAction, { ...where, kind: 'quickfix' });
    expect(actions).toContainEqual(
      expect.objectContaining({ title: spelling, kind: 'quickfix', server: 'ts' }),
    );
    await expect(desk.call(lspCodeAction, { ...where, apply: 'Other' })).rejects.toThrow(spelling);
    expect(await desk.call(lspCodeAction, { ...where, apply: spelling })).toEqual({
      applied: spelling,
      files: [{ path: at('fix.ts'), added: 1, removed: 1 }],
    });
    expect((await desk.context.textOf(at('fix.ts')))?.lines[1]).toContain('text.length + 2');
  });

  it('edits that a server makes while it runs a command are made, too', async () => {
    const where = { path: 'fix.ts', line: 2, end_line: 2 };
    const move = 'Move to a new file';
    const { files } = await desk.call(lspCodeAction, { ...where, apply: move });
    expect(files).toContainEqual(expect.objectContaining({ path: at('spelled.ts'), removed: 0 }));
    const made = await desk.context.textOf(at('spelled.ts'));
    expect(made?.lines).toContain('export const spelled = text.length + 2;');
    expect((await desk.context.textOf(at('fix.ts')))?.lines).not.toContain(made?.lines.at(-1));
  });

  it('a symbol is renamed in all files, unsaved text included', async () => {
    await desk.editor.lua('vim.cmd.edit(...)', at('use.ts'));
    await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 0, 0, true, { '// mine' })`);
    const input = { path: 'shape.ts', line: 8, symbol: 'area', new_name: 'size' };
    const { files } = await desk.call(lspRename, input);
    expect(files).toContainEqual({ path: at('use.ts'), added: 1, removed: 1 });
    expect((await desk.context.textOf(at('use.ts')))?.lines).toEqual([
      '// mine',
      ...FILES['use.ts'].replace('area', 'size').trimEnd().split('\n'),
    ]);
    expect((await desk.context.textOf(at('shape.ts')))?.lines.join('\n')).toContain(
      '  size(): number {',
    );
    const comment = { path: 'shape.ts', line: 1, symbol: 'Anything', new_name: 'other' };
    await expect(desk.call(lspRename, comment)).rejects.toThrow('nothing to rename');
  });
});

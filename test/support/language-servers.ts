import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './nvim';

const MODULES = join(ROOT, 'node_modules');

/** Configuration of a user whose TypeScript files have a language server. */
export function typescriptServer(): string {
  const cli = join(MODULES, 'typescript-language-server', binOf('typescript-language-server'));
  const tsserver = join(MODULES, 'typescript5/lib/tsserver.js');
  return `vim.api.nvim_create_autocmd('FileType', {
    pattern = 'typescript',
    callback = function(event)
      vim.lsp.start({
        name = 'ts',
        cmd = { ${JSON.stringify(process.execPath)}, ${JSON.stringify(cli)}, '--stdio' },
        root_dir = vim.fn.getcwd(),
        init_options = { tsserver = { path = ${JSON.stringify(tsserver)} } },
      }, { bufnr = event.buf })
    end,
  })`;
}

function binOf(name: string): string {
  const { bin } = JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'));
  return typeof bin === 'string' ? bin : bin[name];
}

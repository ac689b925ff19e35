import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Asks } from '../../src/host/asks';
import type { FileText } from '../../src/mcp/texts';
import type { ChangingTool, Fields, Plan, ReadingTool, ToolContext } from '../../src/mcp/tool';
import { unlessAborted } from '../../src/protocol/abort';
import { type Desk, type DeskOptions, openDesk } from './documents';
import { luaOf } from './listen';

/** Editor tools in a real Neovim, without a session: what they plan is written, nobody is asked. */
export interface ToolBench extends AsyncDisposable {
  readonly desk: Desk;
  readonly context: ToolContext;
  run(tool: ReadingTool, input: Fields): Promise<Fields>;
  plan(tool: ChangingTool, input: Fields): Promise<Plan>;
  /** Plans and does it. */
  change(tool: ChangingTool, input: Fields): Promise<Fields>;
  /** Ends the running call. */
  abort(): void;
}

export interface BenchOptions extends DeskOptions {
  /** Files that the agent must not have, relative to the project. */
  readonly denied?: readonly string[];
}

export async function openBench({ denied = [], ...options }: BenchOptions): Promise<ToolBench> {
  const desk = await openDesk(options);
  const { dir, nvim } = desk.editor;
  const lua = luaOf(desk.editor);
  const asks = new Asks(lua);
  nvim.on(
    'notification',
    (_: string, [name, payload]: [string, { ask: number; answer?: string }]) => {
      if (name === 'ui_answer') asks.answered(payload.ask, payload.answer);
    },
  );
  const call = new AbortController();
  const closed = denied.map((path) => join(dir, path));
  const context = {
    lua,
    ask: (send: (ask: number) => Promise<void>) => unlessAborted(asks.ask(send), call.signal),
    scope: { session: 'one', roots: [dir] },
    documents: { read: (_scope: unknown, path: string) => desk.read(relative(dir, path)) },
    permits: async (path: string) =>
      resolve(path).startsWith(`${dir}/`) && !closed.includes(resolve(path)),
    textOf: (path: string) => textOf(desk, path),
    signal: call.signal,
    progress: () => {},
  } as unknown as ToolContext;
  const write = async (writes: Plan['writes']): Promise<void> => {
    for (const { path, text } of writes) await desk.write(relative(dir, path), text);
  };
  const plan = (tool: ChangingTool, input: Fields): Promise<Plan> => tool.plan(input, context);
  return {
    desk,
    context,
    run: (tool, input) => tool.run(input, context),
    plan,
    change: async (tool, input) => {
      const planned = await plan(tool, input);
      await write(planned.writes);
      await planned.apply?.(call.signal, write);
      return planned.result();
    },
    abort: () => call.abort(),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

async function textOf(desk: Desk, path: string): Promise<FileText | undefined> {
  const text = await desk.read(relative(desk.editor.dir, path)).catch(() => undefined);
  if (text === undefined) return undefined;
  const endofline = text.endsWith('\n');
  const lines = text.split(/\r?\n/);
  return { lines: endofline ? lines.slice(0, -1) : lines, endofline, modified: false };
}

const ROOT = resolve(import.meta.dirname, '../..');
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

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attach, type NeovimClient } from 'neovim';
import { neovimUnderTest } from './neovim';
import { expectNoneLeft, killMarked, newMark } from './process';
import { Screen } from './screen';
import { wait } from './wait';

/** Folder of the plugin under test. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** The Neovim under test. */
export const NVIM = neovimUnderTest(process.env.NVIM_BIN, ROOT);

export interface NvimOptions {
  /** Columns and rows. */
  readonly size?: readonly [number, number];
  /** More arguments, e.g. files to open. */
  readonly args?: readonly string[];
  /** Lua that runs in the user's init file, after the plugin is on the runtimepath. */
  readonly config?: string;
  /** Default: the fresh project folder. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Files to make in the project folder before Neovim starts: path → content. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Nvim extends AsyncDisposable {
  readonly nvim: NeovimClient;
  readonly screen: Screen;
  /** A temporary project folder, symlinks resolved. */
  readonly dir: string;
  /** Everything started from this Neovim carries it; see `process.ts`. */
  readonly mark: string;
  /** The editor's process, for tests that kill it. */
  readonly process: ChildProcess;
  /** Settles when the editor has ended. */
  readonly exited: Promise<void>;
  request(name: string, ...args: unknown[]): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of the answer
  lua(code: string, ...args: unknown[]): Promise<any>;
  /** Types keys as a user would, e.g. `feed('ihello<Esc>')`. */
  feed(keys: string): Promise<void>;
  /** The same for what <C-c> is mapped to: when Neovim is busy, one that comes from outside interrupts that instead. */
  press(keys: string): Promise<void>;
  /** Fails when Neovim shows a hit-enter or more prompt, or otherwise waits for a key. */
  expectNotBlocked(): Promise<void>;
  /** Waits until the current chat works on no prompt, as far as host and editor know: that is some time after its last words. */
  turnOver(): Promise<void>;
  /** `:messages` so far. */
  messages(): Promise<string>;
}

/** A real Neovim with a UI attached, a home of its own and the plugin on the runtimepath. */
export async function startNvim(options: NvimOptions = {}): Promise<Nvim> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'acp-nvim-')));
  const dir = makeProject(base, options);
  const { mark, env } = newMark();
  const child = spawn(NVIM, commandLine(base, options), {
    cwd: options.cwd ?? dir,
    env: { ...editorEnv(base), ...env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => reject(new Error(`${NVIM} did not start: ${error.message}`)));
  });
  // What is still asked of an editor that has ended finds nobody to read it.
  child.stdin.on('error', () => {});
  const nvim = attach({ proc: child, options: { logger: quiet } });
  const screen = new Screen(nvim);
  const request = (name: string, ...args: unknown[]): Promise<unknown> =>
    nvim.request(name, args as never);
  const [columns, rows] = options.size ?? [100, 30];
  await Promise.race([request('nvim_ui_attach', columns, rows, UI), exited]);
  const lua: Nvim['lua'] = (code, ...args) => request('nvim_exec_lua', code, args);
  await wait(() => lua('return vim.v.vim_did_enter == 1'), `${NVIM} has started`);
  return {
    nvim,
    screen,
    dir,
    mark,
    process: child,
    exited,
    request,
    lua,
    feed: async (keys) => {
      await request('nvim_input', keys);
    },
    press: (keys) => lua(`vim.api.nvim_feedkeys(vim.keycode(...), 'mt', false)`, keys),
    expectNotBlocked: async () => {
      const mode = (await request('nvim_get_mode')) as { mode: string; blocking: boolean };
      if (mode.blocking || mode.mode.startsWith('r')) {
        throw new Error(`Neovim waits for a key (mode ${mode.mode})\n${screen.framed()}`);
      }
    },
    turnOver: () => wait(() => lua(TURN_OVER), 'the turn is over'),
    messages: () => lua(`return vim.api.nvim_exec2('messages', { output = true }).output`),
    [Symbol.asyncDispose]: async () => {
      await end(child, exited, request);
      await expectNoneLeft(mark, 3000).catch(() => killMarked(mark));
      // Not at once: what this process is still writing there comes to its end meanwhile.
      await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    },
  };
}

const TURN_OVER = `
  local views = require('acp.chat.views')
  local view = views.current()
  local is_busy = view ~= nil and views.is_busy_phase(views.status(view).phase)
  return require('acp').state().turn.phase == 'idle' and not is_busy`;

const UI = { ext_linegrid: true, rgb: true };

const quiet = { level: 'error', info() {}, warn() {}, error() {}, debug() {} } as never;

function makeProject(base: string, { files = {}, config = '' }: NvimOptions): string {
  const dir = join(base, 'project');
  mkdirSync(dir);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  writeFileSync(
    join(base, 'init.lua'),
    `vim.opt.runtimepath:prepend(${JSON.stringify(ROOT)})\nvim.opt.shortmess:append('I')\n${config}\n`,
  );
  return dir;
}

function commandLine(base: string, { args = [] }: NvimOptions): string[] {
  return ['--embed', '-u', join(base, 'init.lua'), '-i', 'NONE', '-n', ...args];
}

/** The environment of a user who has nothing: their own configuration must not reach the test, nor ours theirs. */
function editorEnv(base: string): NodeJS.ProcessEnv {
  const { NVIM: _, NVIM_LISTEN_ADDRESS: _address, VIMINIT: _init, ...env } = process.env;
  const folders = Object.fromEntries(
    ['CONFIG_HOME', 'DATA_HOME', 'STATE_HOME', 'CACHE_HOME', 'RUNTIME_DIR'].map((name) => {
      const folder = join(base, 'home', name.toLowerCase());
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return [`XDG_${name}`, folder];
    }),
  );
  return { ...env, ...folders, HOME: join(base, 'home'), NVIM_LOG_FILE: join(base, 'nvim.log') };
}

/** Quits; an editor that hangs is killed, whatever the test has made of it. */
async function end(
  child: ChildProcess,
  exited: Promise<void>,
  request: Nvim['request'],
): Promise<void> {
  request('nvim_command', 'qall!').catch(() => {});
  const killer = setTimeout(() => child.kill('SIGKILL'), 2000);
  await exited;
  clearTimeout(killer);
}

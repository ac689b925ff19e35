import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Neovim with the plugin and a screen of 120x40. */
export interface ScreenEditor extends AsyncDisposable {
  readonly pid: number;
  readonly socket: string;
  readonly channel: number;
  /** How often the screen has changed. */
  redraws(): number;
  /** Settles when the editor sends this notification. */
  notified(name: string): Promise<void>;
  request(name: string, args: unknown[]): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks know what they get back
  lua(code: string, ...args: unknown[]): Promise<any>;
}

// Not bundled: screen events name windows, and for these the package wants the logger that the bundles leave out.
const { attach } = createRequire(`${process.cwd()}/`)('neovim') as typeof import('neovim');

const quiet = { level: 'error', info() {}, warn() {}, error() {}, debug() {} } as never;

export async function startScreenEditor(): Promise<ScreenEditor> {
  const dir = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  const socket = join(dir, 'nvim.sock');
  const plugin = `lua vim.opt.rtp:prepend(${JSON.stringify(process.cwd())})`;
  const args = ['--clean', '--embed', '-n', '--listen', socket, '--cmd', plugin];
  const proc = spawn(process.env.NVIM_BIN ?? 'nvim', args, {
    cwd: dir,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => proc.once('exit', resolve));
  const nvim = attach({ proc, options: { logger: quiet } });
  const request: ScreenEditor['request'] = (name, params) => nvim.request(name, params as never);
  let redraws = 0;
  nvim.on('notification', (name: string, events: [string][]) => {
    if (name === 'redraw' && events.some(([kind]) => kind === 'grid_line')) redraws++;
  });
  await request('nvim_ui_attach', [120, 40, { ext_linegrid: true, rgb: true }]);
  return {
    pid: proc.pid ?? 0,
    socket,
    channel: await nvim.channelId,
    redraws: () => redraws,
    notified: (wanted) =>
      new Promise((resolve) => {
        nvim.on('notification', (name: string) => name === wanted && resolve());
      }),
    request,
    lua: (code, ...params) => request('nvim_exec_lua', [code, params]),
    [Symbol.asyncDispose]: async () => {
      request('nvim_command', ['qall!']).catch(() => {});
      const killer = setTimeout(() => proc.kill('SIGKILL'), 2000);
      await exited;
      clearTimeout(killer);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

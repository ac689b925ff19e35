/** Real, published agents behind a scripted model; see CONTRIBUTING.md for where they come from. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Nvim, startNvim } from '../support/nvim';
import { type FoundProcess, marked, withEnvironment } from '../support/process';
import { wait } from '../support/wait';

const FOLDER = resolve(process.env.ACP_REAL_AGENTS ?? '../shared/real-agents');
const LAUNCHER = join(FOLDER, 'launch.mjs');

/** A turn of a real agent, tools and all. */
const TURN_MS = 60_000;

/** The project that the scripted model supposes. */
export const APP = [
  '// a small program',
  "const greeting = 'hello';",
  '',
  'function greet(g) {',
  "  return g + ', world';",
  '}',
  '',
  'console.log(greet(greeting));',
  '',
].join('\n');

/** Installs the agent if need be; false, with a line that says why, when it cannot be had here. */
export function available(name: string): boolean {
  const reason = whyNot(name);
  if (reason) console.warn(`skipped: ${name}: ${reason}`);
  return reason === undefined;
}

function whyNot(name: string): string | undefined {
  if (!existsSync(LAUNCHER)) return `no ${LAUNCHER} (ACP_REAL_AGENTS names its folder)`;
  const install = spawnSync(process.execPath, [LAUNCHER, name, '--install-only'], {
    encoding: 'utf8',
  });
  return install.status === 0 ? undefined : `it could not be installed: ${install.stderr.trim()}`;
}

export interface TurnEnd {
  readonly stopReason?: string;
  readonly error?: string;
}

export interface RealChat extends AsyncDisposable {
  readonly editor: Nvim;
  /** Text of a file on disk. */
  readonly disk: (path: string) => string;
  /** Text of a file's buffer, as Neovim would write it. */
  readonly buffer: (path: string) => Promise<string>;
  readonly send: (prompt: string) => Promise<void>;
  /** Waits for the end of the turn, allowing once whatever is asked. */
  readonly end: () => Promise<TurnEnd>;
  readonly turn: (prompt: string) => Promise<TurnEnd>;
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of it
  readonly state: () => Promise<any>;
  /** Command lines of all processes of the editor, the host, the agent and its commands. */
  readonly processes: () => string[];
  /** All the agent has said since the last prompt. */
  readonly said: () => Promise<string>;
}

/** What the scripted model does, beside what it knows already: steps by the name that a prompt says in brackets. */
type Scenarios = Readonly<Record<string, readonly object[]>>;

/** A launcher whose model knows more; it is gone when the test has ended. */
function launcherWith(scenarios: Scenarios): string {
  const folder = mkdtempSync(join(tmpdir(), 'acp-real-agents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['launch.mjs', 'fakellm.mjs', 'agents']) {
    cpSync(join(FOLDER, part), join(folder, part), { recursive: true });
  }
  const script = JSON.parse(readFileSync(join(FOLDER, 'script.json'), 'utf8'));
  Object.assign(script.scenarios, scenarios);
  writeFileSync(join(folder, 'script.json'), JSON.stringify(script));
  return join(folder, 'launch.mjs');
}

/** An editor on the project, with the chat open and the agent ready. */
export async function startChat(
  name: string,
  rules: readonly object[] = [],
  scenarios?: Scenarios,
): Promise<RealChat> {
  const launcher = scenarios ? launcherWith(scenarios) : LAUNCHER;
  const editor = await startNvim({
    files: { 'src/app.js': APP, 'README.md': '# Demo\n' },
    args: ['src/app.js'],
    config: setup(name, rules, launcher),
  });
  const home = join(editor.dir, '..', `home-of-${name}`);
  await editor.lua(`require('acp').open()`);
  await wait(
    async () => ((await editor.lua(`return (require('acp').state() or {}).id`)) ?? '') !== '',
    () => `${name} has a session\n${editor.screen.framed()}`,
    { timeout: TURN_MS },
  );
  const ofAgent = (): FoundProcess[] => withEnvironment(`HOME=${home}`);
  return {
    ...chatOf(editor),
    processes: () => [...marked(editor.mark), ...ofAgent()].map(({ command }) => command),
    [Symbol.asyncDispose]: async () => {
      await editor[Symbol.asyncDispose]();
      await wait(
        () => ofAgent().length === 0,
        () => `nothing of ${name} is left: ${JSON.stringify(ofAgent())}`,
      );
    },
  };
}

function setup(name: string, rules: readonly object[], launcher: string): string {
  // The agent's HOME is set by us, so that its processes can be recognised.
  return `
    local cwd = vim.fn.getcwd()
    require('acp').setup({
      agent = 'real',
      permissions = { rules = vim.json.decode([==[${JSON.stringify(rules)}]==]) },
      agents = {
        real = {
          command = ${JSON.stringify(process.execPath)},
          args = { ${JSON.stringify(launcher)}, '${name}' },
          env = {
            REALAGENTS_CWD = cwd,
            REALAGENTS_HOME = vim.fs.dirname(cwd) .. '/home-of-${name}',
          },
        },
      },
    })`;
}

function chatOf(editor: Nvim): Omit<RealChat, 'processes' | typeof Symbol.asyncDispose> {
  const state = (): Promise<{ entries: { kind: string; text?: string }[] }> =>
    editor.lua(`return require('acp').state()`);
  const send = async (prompt: string): Promise<void> => {
    await editor.lua(
      `_G.turn_end = nil
       require('acp').prompt(..., nil, function(err, result)
         _G.turn_end = { error = err, stopReason = result and result.stopReason }
       end)`,
      prompt,
    );
  };
  const end = (): Promise<TurnEnd> =>
    wait(
      async () => (await editor.lua(ALLOW_ALL)) as TurnEnd | null,
      () => `the turn has ended\n${editor.screen.framed()}`,
      { timeout: TURN_MS },
    );
  return {
    editor,
    state,
    send,
    end,
    turn: async (prompt) => {
      await send(prompt);
      return end();
    },
    disk: (path) => readFileSync(join(editor.dir, path), 'utf8'),
    buffer: (path) => editor.lua(BUFFER_TEXT, join(editor.dir, path)),
    said: async () => {
      const { entries } = await state();
      const last = entries.findLastIndex(({ kind }) => kind === 'user');
      const answer = entries.slice(last + 1).filter(({ kind }) => kind === 'agent');
      return answer.map(({ text }) => text ?? '').join('');
    },
  };
}

const ALLOW_ALL = `
  for _, request in ipairs(require('acp').permissions()) do
    for _, option in ipairs(request.options) do
      if option.kind == 'allow_once' then
        require('acp').respond(request.id, option.optionId)
        break
      end
    end
  end
  return _G.turn_end`;

const BUFFER_TEXT = `
  local bufnr = vim.fn.bufnr(...)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  return table.concat(lines, '\\n') .. (vim.bo[bufnr].endofline and '\\n' or '')`;

/** The editor is still the user's: nothing waits for a key, nothing was reported as an error. */
export async function expectHealthy({ editor }: RealChat): Promise<void> {
  await editor.expectNotBlocked();
  expect(await editor.lua('return vim.v.errmsg')).toBe('');
}

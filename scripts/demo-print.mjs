// One turn without a terminal: drives a real Neovim with a UI attached, as a person would, and prints what the
// screen shows in the end and which files changed. Started by scripts/demo, which prepares the environment.
//
//   node scripts/demo-print.mjs [nvim arguments…]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attach } from 'neovim';

const {
  ACP_DEMO_NVIM: program,
  ACP_DEMO_DIR: dir,
  ACP_DEMO_INIT: init,
  ACP_DEMO_PROMPT: prompt,
  ACP_DEMO_YES: yes,
  ACP_DEMO_TIMEOUT: seconds,
} = process.env;
const size = { width: 120, height: 40 };
const status = { ended: 0, failed: 1, rejected: 3 };

const say = (text) => process.stderr.write(`demo: ${text}\n`);

/** The cells of the one grid, kept up to date from the UI events of `ext_linegrid`. */
class Screen {
  #rows = [];
  #lastChange = Date.now();

  apply(events) {
    this.#lastChange = Date.now();
    for (const [name, ...calls] of events) {
      for (const args of calls) this.#one(name, args);
    }
  }

  #one(name, args) {
    if (name === 'grid_resize') {
      const [, width, height] = args;
      this.#rows = Array.from({ length: height }, () => new Array(width).fill(' '));
    } else if (name === 'grid_clear') {
      for (const row of this.#rows) row.fill(' ');
    } else if (name === 'grid_line') {
      const [, row, start, cells] = args;
      let column = start;
      for (const [text, , repeat = 1] of cells) {
        for (let i = 0; i < repeat; i++) this.#rows[row][column++] = text;
      }
    } else if (name === 'grid_scroll') {
      const [, top, bottom, left, right, by] = args;
      const from = this.#rows.map((row) => row.slice(left, right));
      for (let row = top; row < bottom; row++) {
        if (row + by < top || row + by >= bottom) continue;
        this.#rows[row].splice(left, right - left, ...from[row + by]);
      }
    }
  }

  /** Resolves when nothing was drawn for a while. */
  async settled(quiet = 300, limit = 3000) {
    const end = Date.now() + limit;
    while (Date.now() - this.#lastChange < quiet && Date.now() < end) await sleep(50);
  }

  toString() {
    return this.#rows
      .map((row) => row.join('').trimEnd())
      .join('\n')
      .trimEnd();
  }
}

/** Content hash of every file below `dir`, but for what agents and editors keep for themselves. */
function fingerprint() {
  const files = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory() && !['.git', 'node_modules'].includes(entry.name)) walk(path);
      if (!entry.isFile()) continue;
      try {
        files.set(
          path,
          createHash('sha1')
            .update(readFileSync(join(dir, path)))
            .digest('hex'),
        );
      } catch {
        files.set(path, 'unreadable');
      }
    }
  };
  walk('');
  return files;
}

function changes(before, after) {
  const lines = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (!before.has(path)) lines.push(`added    ${path}`);
    else if (!after.has(path)) lines.push(`deleted  ${path}`);
    else if (before.get(path) !== after.get(path)) lines.push(`changed  ${path}`);
  }
  return lines;
}

// Runs in Neovim. JSON, because a Lua nil inside a table has no place in msgpack.
const START = `
  local text = ...
  require('acp').open()
  require('acp').prompt(text, {}, function(err, result)
    if type(err) == 'table' then err = err.message or vim.inspect(err) end
    vim.g.acp_demo_end = vim.json.encode({ error = err, stopReason = result and result.stopReason })
  end)`;
const POLL = `
  return vim.json.encode({ ending = vim.g.acp_demo_end, permissions = require('acp').permissions() })`;

/** Answers one permission request; true when that was a rejection. */
async function answer(lua, { id, title, options }) {
  const allow = yes && options.find((option) => option.kind === 'allow_once');
  const choice = allow || options.find((option) => option.kind === 'reject_once');
  if (allow) say(`allowed: ${title} (${allow.name})`);
  else if (yes) say(`not allowed, because it cannot be allowed only once: ${title}`);
  else say(`rejected, because --yes was not given: ${title}`);
  await lua(`require('acp').respond(...)`, choice ? [id, choice.optionId] : [id]);
  return !allow;
}

async function turn(nvim, deadline) {
  const lua = (code, args = []) => nvim.request('nvim_exec_lua', [code, args]);
  while (!(await nvim.request('nvim_get_vvar', ['vim_did_enter']))) await sleep(20);
  await lua(START, [prompt]);

  const answered = new Set();
  let rejected = false;
  while (Date.now() < deadline) {
    const { ending, permissions } = JSON.parse(await lua(POLL));
    if (ending) {
      const { error, stopReason } = JSON.parse(ending);
      if (error) say(`the turn failed: ${error}`);
      else say(`the turn ended: ${stopReason}`);
      if (rejected) return status.rejected;
      return stopReason === 'end_turn' ? status.ended : status.failed;
    }
    // An empty Lua table is an object in JSON.
    for (const permission of Object.values(permissions)) {
      if (answered.has(permission.id)) continue;
      answered.add(permission.id);
      rejected = (await answer(lua, permission)) || rejected;
    }
    await sleep(100);
  }
  return status.failed;
}

const before = fingerprint();
const child = spawn(program, ['--embed', '-u', init, ...process.argv.slice(2)], {
  cwd: dir,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const gone = once(child, 'exit');
const quiet = () => {};
const nvim = attach({
  proc: child,
  options: { logger: { level: 'error', info: quiet, warn: quiet, error: quiet, debug: quiet } },
});
const screen = new Screen();
nvim.on('notification', (method, events) => {
  if (method === 'redraw') screen.apply(events);
});
await nvim.request('nvim_ui_attach', [size.width, size.height, { ext_linegrid: true, rgb: true }]);

// Neovim answers nothing while it waits for a key, hence a limit from outside as well.
const limit = Number(seconds) * 1000;
let finished = false;
const late = sleep(limit, undefined, { ref: false }).then(() => {
  say(`no end after ${seconds} s`);
  return status.failed;
});
const died = gone.then(() => {
  if (!finished) say('Neovim ended before the turn did');
  return status.failed;
});
const ending = await Promise.race([
  turn(nvim, Date.now() + limit).catch((error) => {
    say(`Neovim: ${error.message ?? error}`);
    return status.failed;
  }),
  late,
  died,
]);

finished = true;
await screen.settled();
const files = changes(before, fingerprint());
process.stdout.write(`${screen}\n\n`);
process.stdout.write(
  files.length > 0 ? `files changed:\n  ${files.join('\n  ')}\n` : 'no files changed\n',
);

nvim.request('nvim_command', ['qa!']).catch(quiet);
await Promise.race([gone, sleep(2000)]);
child.kill('SIGKILL');
process.exit(ending);

// Makes the pictures of the README, doc/*.svg: runs scripts/demo in a real terminal (tmux), does what a user would with
// the built-in demo agent, and turns what the terminal shows into SVG.
//
//   node scripts/picture.mjs [--only NAME] [--light] [--nvim PATH]
//
// A scene is a function that drives the terminal until its picture can be taken. To add one, add it to SCENES.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAnsi } from './picture/ansi.mjs';
import { svg, THEMES } from './picture/svg.mjs';
import { openTerminal } from './picture/terminal.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const columns = 110;
const rows = 34;

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, light: { type: 'boolean' }, nvim: { type: 'string' } },
});

/** The agent is at rest. */
const IDLE = /<C-s> send/;

const SCENES = {
  chat: {
    title: 'A chat with the built-in demo agent in Neovim',
    async play(terminal) {
      await say(terminal, 'explain src/app.js');
      await terminal.see(/working/);
      await terminal.see(IDLE);
      terminal.press('Escape');
      await delay(300);
      terminal.press('C-w', 'k', 'g', 'g');
      await terminal.see(/▎explain/);
    },
  },
  permission: {
    title: 'The agent asks whether it may edit a file',
    async play(terminal) {
      await say(terminal, 'edit src/app.js');
      await terminal.see(/\[a\]/);
    },
  },
  review: {
    title: 'What the agent has changed, to keep or to undo',
    async play(terminal) {
      await say(terminal, 'edit src/app.js');
      await terminal.see(/\[a\]/);
      await command(terminal, 'Acp allow');
      await terminal.see(IDLE);
      terminal.press('q');
      await command(terminal, 'Acp review');
      await terminal.see(/Review/);
    },
  },
  context: {
    title: 'What goes along with a prompt is listed above it',
    async play(terminal) {
      await command(terminal, 'Acp add buffer');
      await command(terminal, 'Acp add file tools/report.py');
      terminal.type('A Which of these print prices?');
      await terminal.see(/report\.py[\s\S]*Which of these/);
    },
  },
};

async function say(terminal, text) {
  terminal.type(text);
  await delay(300);
  terminal.press('C-s');
}

async function command(terminal, line) {
  terminal.press('Escape');
  await delay(200);
  terminal.type(`:${line}`);
  terminal.press('Enter');
  await delay(300);
}

function demo() {
  const background = options.light ? 'light' : 'dark';
  const nvim = options.nvim ? ['--nvim', `'${options.nvim}'`] : [];
  const look = `--cmd 'set termguicolors background=${background}'`;
  return `${root}/scripts/demo --agent demo ${nvim.join(' ')} -- ${look} src/app.js`;
}

async function take(name) {
  const { title, play } = SCENES[name];
  const terminal = openTerminal({ columns, rows, command: demo() });
  const stop = () => {
    terminal.close();
    process.exit(1);
  };
  // Also when this script is interrupted, the terminal and all in it end.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, stop);
  try {
    await terminal.see(/Demo/);
    await play(terminal);
    const theme = options.light ? THEMES.light : THEMES.dark;
    const drawn = svg(parseAnsi(terminal.ansi()), { columns, rows, title, theme });
    writeFileSync(join(root, 'doc', `${name}.svg`), drawn);
    process.stdout.write(terminal.text());
  } finally {
    terminal.close();
    for (const signal of signals) process.off(signal, stop);
  }
}

const names = options.only ? [options.only] : Object.keys(SCENES);
for (const name of names) await take(name);

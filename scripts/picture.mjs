// Makes doc/picture.svg: runs scripts/demo in a real terminal (tmux), has a short conversation with the built-in
// demo agent and turns what the terminal shows into an SVG.
//
//   node scripts/picture.mjs [--nvim PATH]
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const columns = 116;
const rows = 36;
const socket = `acp-picture-${process.pid}`;

const tmux = (...args) => execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' });
const screen = () => tmux('capture-pane', '-p', '-t', 'picture');

async function see(pattern) {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (pattern.test(screen())) return;
    await delay(100);
  }
  throw new Error(`the screen never showed ${pattern}:\n${screen()}`);
}

async function converse() {
  const args = process.argv.slice(2).map((arg) => `'${arg}'`);
  const size = ['-x', String(columns), '-y', String(rows)];
  const command = `${root}/scripts/demo ${args.join(' ')} -- --cmd 'set termguicolors' src/app.js`;
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'picture', ...size, command);
  await see(/Demo/);
  await say('plan');
  await see(/Plan 5\/5|Plan \d\/\d.*[\s\S]*✓/);
  await delay(3000);
  await say('edit src/app.js');
  await see(/\[a\]/);
  await delay(500);
}

async function say(text) {
  tmux('send-keys', '-t', 'picture', '-l', text);
  await delay(300);
  tmux('send-keys', '-t', 'picture', 'C-s');
}

/** One cell run of equal look. */
function parse(ansi) {
  let look = {};
  return ansi.split('\n').map((line) => {
    const runs = [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what terminals write
    for (const piece of line.split(/(\x1b\[[0-9;:]*m)/)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      const sgr = /^\x1b\[([0-9;:]*)m$/.exec(piece);
      if (sgr) look = applySgr(look, sgr[1]);
      else if (piece !== '') runs.push({ text: piece, look });
    }
    return runs;
  });
}

function applySgr(before, codes) {
  const numbers = (codes === '' ? '0' : codes).split(/[;:]/).map(Number);
  let look = { ...before };
  while (numbers.length > 0) {
    const code = numbers.shift();
    if (code === 0) look = {};
    else if (code === 1) look.bold = true;
    else if (code === 2) look.dim = true;
    else if (code === 3) look.italic = true;
    else if (code === 4) look.underline = true;
    else if (code === 7) look.reverse = true;
    else if (code === 22) look.bold = look.dim = false;
    else if (code === 23) look.italic = false;
    else if (code === 24) look.underline = false;
    else if (code === 27) look.reverse = false;
    else if (code === 39) look.fg = undefined;
    else if (code === 49) look.bg = undefined;
    else if (code === 38 || code === 48) look[code === 38 ? 'fg' : 'bg'] = colour(numbers);
    else if (code >= 30 && code <= 37) look.fg = indexed(code - 30);
    else if (code >= 40 && code <= 47) look.bg = indexed(code - 40);
    else if (code >= 90 && code <= 97) look.fg = indexed(code - 82);
    else if (code >= 100 && code <= 107) look.bg = indexed(code - 92);
  }
  return look;
}

function colour(numbers) {
  if (numbers.shift() === 5) return indexed(numbers.shift());
  return `rgb(${numbers.splice(0, 3).join(',')})`;
}

const basic = [
  '#07080d',
  '#ffc0b9',
  '#b3f6c0',
  '#fce094',
  '#a6dbff',
  '#ffcaff',
  '#8cf8f7',
  '#eef1f8',
  '#4f5258',
  '#ffc0b9',
  '#b3f6c0',
  '#fce094',
  '#a6dbff',
  '#ffcaff',
  '#8cf8f7',
  '#eef1f8',
];

function indexed(index) {
  if (index < 16) return basic[index];
  if (index > 231) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey},${grey},${grey})`;
  }
  const part = (value) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return `rgb(${part(Math.floor(cube / 36))},${part(Math.floor(cube / 6) % 6)},${part(cube % 6)})`;
}

const cellWidth = 8.4;
const cellHeight = 17;
const background = '#14161b';
const ink = '#e0e2ea';

function svg(lines) {
  const width = Math.ceil(columns * cellWidth);
  const height = rows * cellHeight + 8;
  const rowsOfSvg = lines.slice(0, rows).map((runs, row) => rowSvg(runs, row));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
<title>A chat with the built-in demo agent in Neovim</title>
<rect width="100%" height="100%" rx="6" fill="${background}"/>
${rowsOfSvg.join('\n')}
</svg>
`;
}

function rowSvg(runs, row) {
  let column = 0;
  const parts = [];
  for (const { text, look } of runs) {
    const cells = [...text].length;
    const x = (column * cellWidth).toFixed(1);
    const fg = look.reverse ? (look.bg ?? background) : (look.fg ?? ink);
    const bg = look.reverse ? (look.fg ?? ink) : look.bg;
    const y = row * cellHeight + 4;
    if (bg) {
      parts.push(
        `<rect x="${x}" y="${y}" width="${(cells * cellWidth).toFixed(1)}" height="${cellHeight}" fill="${bg}"/>`,
      );
    }
    if (text.trim() !== '') {
      const style = [
        look.bold ? ' font-weight="bold"' : '',
        look.italic ? ' font-style="italic"' : '',
        look.dim ? ' opacity="0.6"' : '',
        look.underline ? ' text-decoration="underline"' : '',
      ].join('');
      parts.push(
        `<text x="${x}" y="${y + 13}" xml:space="preserve" textLength="${(cells * cellWidth).toFixed(1)}" fill="${fg}"${style}>${escapeXml(text)}</text>`,
      );
    }
    column += cells;
  }
  return parts.join('');
}

function escapeXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

// Also when this script is interrupted, the terminal and all in it end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    tmux('kill-server');
    process.exit(1);
  });
}

try {
  await converse();
  const shown = tmux('capture-pane', '-p', '-e', '-t', 'picture');
  writeFileSync(join(root, 'doc', 'picture.svg'), svg(parse(shown)));
  process.stdout.write(screen());
} finally {
  tmux('kill-server');
}

// A real terminal (tmux) of a fixed size with one program in it.
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 300_000;
const NAME = 'picture';

/** Each has a server of its own: one that is about to end takes nobody in. */
let opened = 0;

/** @param command a line of shell */
export function openTerminal({ columns, rows, command }) {
  const socket = `acp-picture-${process.pid}-${opened++}`;
  const tmux = (...args) => execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' });
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', NAME, ...size, command);
  const text = () => tmux('capture-pane', '-p', '-t', NAME);
  return {
    text,
    /** With colours, as terminals write them. */
    ansi: () => tmux('capture-pane', '-p', '-e', '-t', NAME),
    type: (typed) => tmux('send-keys', '-t', NAME, '-l', typed),
    /** Keys by their names, e.g. `C-s`. */
    press: (...keys) => tmux('send-keys', '-t', NAME, ...keys),
    /** Waits until the screen shows this, and is drawn to its end. */
    async see(pattern) {
      const deadline = Date.now() + PATIENCE_MS;
      while (Date.now() < deadline) {
        if (pattern.test(text())) return delay(700);
        await delay(100);
      }
      throw new Error(`the screen never showed ${pattern}:\n${text()}`);
    },
    close: () => tmux('kill-server'),
  };
}

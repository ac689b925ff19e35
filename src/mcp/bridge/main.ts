/**
 * A program of its own that agents start as an MCP server: it passes messages through between them and the host. It
 * must start in no time, so it knows no more of MCP than it needs when the host goes and another one comes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineSplitter } from '../../protocol/lines';
import { initializeResult } from '../identity';
import { MAX_LINE_BYTES, SOCKET_VARIABLE, TOKEN_VARIABLE } from '../wire';
import { Link } from './link';
import { Relay } from './relay';

/** Milliseconds that `initialize` waits for a host, and everything else. */
const INITIALIZE_MS = 1500;
const PATIENCE_MS = 10_000;
/** Milliseconds between two looks whether the agent is still there while nothing of it is read. */
const LOOK_MS = 1000;
/** Characters that wait for a host before the client must wait, too. */
const MAX_QUEUED = 16_000_000;

function report(text: string): void {
  process.stderr.write(`acp-mcp: ${text}\n`);
}

function version(): string {
  try {
    return String(JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')).version);
  } catch {
    return 'unknown';
  }
}

function exit(code: number): never {
  process.exit(code);
}

function run(path: string, token: string): void {
  const { stdin, stdout } = process;
  let timers: NodeJS.Timeout[] = [];
  const relay = new Relay({
    toClient: (line) => {
      if (!stdout.write(`${line}\n`)) link.pause();
    },
    toHost: (line) => {
      if (!link.write(line)) stdin.pause();
    },
    initializeResult: (params) => initializeResult(params, version()),
    report,
  });
  const link = new Link({
    path,
    token,
    onLine: (line) => relay.fromHost(line),
    onOpen: () => {
      stopWaiting();
      relay.opened();
    },
    onLost: () => {
      report('the editor is gone; waiting for it to come back');
      relay.lost();
      wait();
    },
    onRefused: (why) => {
      stopWaiting();
      report(why);
      relay.refused(why);
    },
    onDrain: () => stdin.resume(),
  });

  function wait(): void {
    timers = [
      setTimeout(() => relay.answerInitialize(), INITIALIZE_MS),
      setTimeout(() => {
        relay.overdue();
        stdin.resume();
      }, PATIENCE_MS),
    ];
    stdin.resume();
  }

  function stopWaiting(): void {
    for (const timer of timers) clearTimeout(timer);
    stdin.resume();
  }

  const lines = new LineSplitter(MAX_LINE_BYTES, (line) => relay.tooLong(line));
  stdin.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) relay.fromClient(line);
    if (relay.queued > MAX_QUEUED) stdin.pause();
  });
  stdin.on('end', () => exit(0));
  stdin.on('close', () => exit(0));
  stdin.on('error', () => exit(0));
  stdout.on('drain', () => link.resume());
  stdout.on('error', () => exit(0));
  // The end of an input that is not read is not noticed.
  const parent = process.ppid;
  setInterval(() => {
    if (stdin.isPaused() && process.ppid !== parent) exit(0);
  }, LOOK_MS);
  wait();
}

process.on('uncaughtException', (error) => {
  report(error.message);
  exit(1);
});
const { [SOCKET_VARIABLE]: path, [TOKEN_VARIABLE]: token } = process.env;
if (path && token) {
  run(path, token);
} else {
  report(`${SOCKET_VARIABLE} and ${TOKEN_VARIABLE} are not set: this is started by agents`);
  exit(2);
}

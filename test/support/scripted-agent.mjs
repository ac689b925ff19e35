// An agent that plays a script: `node scripted-agent.mjs SCRIPT.json FOLDER`. It shares no code with the plugin, so
// that both cannot be wrong in the same way. What it sees goes to FOLDER/log.jsonl. Steps are described in agent.ts.
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const [scriptFile, folder, ...more] = process.argv.slice(2);
const signedIn = join(folder, 'signed-in');
if (more.includes('--login')) await login();
const script = JSON.parse(readFileSync(scriptFile, 'utf8'));

const answers = new Map(); // id of our request → settle
const seen = []; // notifications and requests received
const turns = new Map(); // session id → running turn
let nextId = 0;
let sessions = 0;
let outstanding = [];
let heedsEof = true;
let cwd = '';

const log = (entry) =>
  appendFileSync(join(folder, 'log.jsonl'), `${JSON.stringify({ pid: process.pid, ...entry })}\n`);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- writing: synchronous, so that "crash after this" means after this

function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(0);
      if (error.code !== 'EAGAIN') throw error;
      // The pipe is full. Nothing else is to be done meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function send(message) {
  log({ out: message });
  write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function request(method, params) {
  const id = nextId++;
  const answer = new Promise((resolve) => answers.set(id, resolve));
  outstanding.push(answer);
  send({ id, method, params });
  return answer;
}

// --- turns

const cancelled = Symbol('cancelled');

class Turn {
  constructor(sessionId, prompt) {
    this.sessionId = sessionId;
    this.prompt = prompt;
    this.last = null; // result or error of the last request
    this.heedsCancel = true;
    this.cancel = new Promise((resolve) => {
      this.onCancel = resolve;
    });
  }

  /** Resolves with the promise, or with `cancelled` when the turn is cancelled before. */
  orCancel(promise) {
    const cancel = this.cancel.then(() => (this.heedsCancel ? cancelled : new Promise(() => {})));
    return Promise.race([promise, cancel]);
  }
}

/** Plays steps; answers how the turn ends: a stop reason, an error, or nothing at all. */
async function play(steps, turn) {
  for (const step of steps) {
    const end = await turn.orCancel(perform(step, turn));
    if (end === cancelled) return { stopReason: 'cancelled' };
    if (end) return end;
  }
  return undefined;
}

function perform(step, turn) {
  const act = STEPS[step.do];
  if (!act) throw new Error(`unknown step "${step.do}"`);
  return act(step, turn);
}

/**
 * `{{prompt}}`, `{{answer}}` and `{{cwd}}` in texts are replaced by what came from the client, `{{request}}` for our last
 * request's id, `{{terminal}}` for the terminal that was made last.
 */
function fill(value, turn) {
  const answer = JSON.stringify(turn.last);
  const text = JSON.stringify(value)
    .replaceAll('{{prompt}}', () => JSON.stringify(turn.prompt).slice(1, -1))
    .replaceAll('{{answer}}', () => JSON.stringify(answer).slice(1, -1))
    .replaceAll('{{cwd}}', () => JSON.stringify(cwd).slice(1, -1))
    .replaceAll('{{terminal}}', () => turn.terminal)
    .replaceAll('"{{request}}"', () => String(nextId - 1));
  return JSON.parse(text);
}

const update = ({ update, sessionId }, turn) =>
  send({
    method: 'session/update',
    params: { sessionId: sessionId ?? turn.sessionId, update: fill(update, turn) },
  });

async function ask({ method, params, wait = true }, turn) {
  const answer = request(method, { sessionId: turn.sessionId, ...fill(params, turn) });
  if (!wait) return;
  turn.last = await answer;
  turn.terminal = turn.last?.terminalId ?? turn.terminal;
}

async function until(holds) {
  while (!holds()) await pause(10);
}

const STEPS = {
  update,
  repeat: async ({ times, steps }, turn) => {
    for (let count = 0; count < times; count++) {
      const end = await play(JSON.parse(JSON.stringify(steps).replaceAll('{{i}}', count)), turn);
      if (end) return end;
    }
  },
  request: ask,
  ask: ({ params, wait }, turn) =>
    ask({ method: 'session/request_permission', params, wait }, turn),
  answers: async (_, turn) => {
    turn.last = await Promise.all(outstanding);
    outstanding = [];
  },
  send: ({ message }, turn) => send(fill(message, turn)),
  raw: ({ line }) => write(`${line}\n`),
  halfLine: ({ text }) => write(text),
  pieces: async ({ message, size, ms = 5 }) => {
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    for (let at = 0; at < bytes.length; at += size) {
      writeSync(1, bytes.subarray(at, at + size));
      await pause(ms);
    }
  },
  hugeLine: ({ bytes }, turn) => {
    const text = 'x'.repeat(bytes);
    const content = { type: 'text', text };
    const params = {
      sessionId: turn.sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content },
    };
    write(`${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`);
  },
  stderr: ({ text }) => void writeSync(2, text),
  disk: (step, turn) => {
    const { path, content, to } = fill(step, turn);
    if (to !== undefined) renameSync(path, to);
    else if (content === null) rmSync(path);
    else writeFileSync(path, content);
  },
  shell: (step, turn) => {
    execFileSync('sh', ['-c', fill(step, turn).command], { cwd, stdio: 'ignore' });
  },
  sleep: ({ ms }) => pause(ms),
  gate: ({ name }) => until(() => existsSync(join(folder, `gate-${name}`))),
  end: ({ stopReason }) => ({ stopReason }),
  error: ({ error }) => ({ error }),
  silence: () => new Promise(() => {}),
  crash: ({ code = 1 }) => process.exit(code),
  kill: ({ signal = 'SIGKILL' }) => process.kill(process.pid, signal),
  closeStdout: () => process.stdout.end(),
  grandchild: ({ ignoreTerm }) => {
    const stay = `${ignoreTerm ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 1000)`;
    spawn(process.execPath, ['-e', stay], { stdio: 'ignore' });
  },
  ignoreTerm: () => {
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => log({ signal }));
  },
  ignoreEof: () => {
    heedsEof = false;
    setInterval(() => {}, 1000);
  },
  ignoreCancel: (_, turn) => {
    turn.heedsCancel = false;
  },
  waitCancel: (_, turn) => {
    turn.heedsCancel = false;
    return turn.cancel;
  },
  notification: ({ method }) => until(() => seen.some((message) => message.method === method)),
};

// --- what the client asks

const promptText = (blocks) =>
  (blocks ?? []).map((block) => block.text ?? block.uri ?? '').join('\n');

async function prompt(params) {
  const turn = new Turn(params.sessionId, promptText(params.prompt));
  turns.set(params.sessionId, turn);
  const scenario = (script.prompts ?? []).find(
    ({ match }) => match === undefined || turn.prompt.includes(match),
  );
  const end = await play(scenario?.steps ?? [], turn);
  turns.delete(params.sessionId);
  return end?.error ? end : { result: { stopReason: end?.stopReason ?? 'end_turn' } };
}

const DEFAULTS = {
  initialize: () => ({
    result: {
      protocolVersion: 1,
      agentInfo: { name: 'scripted-agent', title: 'Scripted agent', version: '1.0.0' },
      agentCapabilities: {},
      authMethods: [],
    },
  }),
  'session/new': () => {
    return { result: { sessionId: `session-${++sessions}` } };
  },
  'session/prompt': prompt,
};

async function answer({ id, method, params }) {
  const own = script.replies?.[method] ?? {};
  cwd = params?.cwd ?? cwd;
  const turn = new Turn(params?.sessionId ?? `session-${sessions + 1}`, '');
  const locked = own.lockedBy && !existsSync(signedIn);
  if (own.before) await play(own.before, turn);
  if (own.silent) return;
  if (locked) {
    send({ id, error: own.lockedBy });
    return;
  }
  if (params?.mcpServers?.some(({ name }) => name === own.refusesServer)) {
    const message = `cannot start the MCP server "${own.refusesServer}"`;
    send({ id, error: { code: -32603, message } });
    return;
  }
  if (own.signsIn) writeFileSync(signedIn, '{}');
  const usual = (await DEFAULTS[method]?.(params)) ?? {
    error: { code: -32601, message: `Method not found: ${method}` },
  };
  send({ id, ...merge(usual, fill(own, turn)) });
  if (own.after) await play(own.after, turn);
}

function merge(usual, { result, error }) {
  if (error) return { error };
  return result === undefined ? usual : { result: { ...usual.result, ...result } };
}

/** As a user sees it who signs in through a terminal. */
async function login() {
  process.stdout.write('Type the code: ');
  const code = await new Promise((resolve) => {
    process.stdin.once('data', (data) => resolve(String(data).trim()));
  });
  if (code !== '1234') {
    process.stdout.write('that is not the code\n');
    process.exit(3);
  }
  writeFileSync(signedIn, JSON.stringify({ token: process.env.LOGIN_TOKEN, code }));
  process.exit(0);
}

function take(message) {
  log({ in: message });
  if (message.method === undefined) {
    answers.get(message.id)?.(message.error ? { error: message.error } : message.result);
    answers.delete(message.id);
    return;
  }
  seen.push(message);
  if (message.method === 'session/cancel') turns.get(message.params.sessionId)?.onCancel();
  if (message.id !== undefined) void answer(message);
}

let rest = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end).toString('utf8');
    rest = rest.subarray(end + 1);
    take(JSON.parse(line));
  }
});
process.stdin.on('end', () => {
  log({ eof: true });
  if (heedsEof) process.exit(0);
});

log({ start: process.argv });
await play(script.start ?? [], new Turn('', ''));

/** A card of every kind of tool in every state of its life, as agents send them. */
import type { Entry, ToolCall } from '../../src/model/state';
import type { ToolState } from '../../src/model/tool-life';
import type { ToolCallContent, ToolKind } from '../../src/protocol/schema.gen';
import type { TerminalView } from '../../src/view/context';

const CWD = '/project';

const STATES: readonly ToolState[] = [
  'input-streaming',
  'running',
  'approval-requested',
  'output-available',
  'output-error',
  'output-denied',
  'cancelled',
];

type Fields = Partial<ToolCall>;

/** What a call shows once its input is known, when it is done, and when it failed. */
interface Example {
  readonly input: Fields & { readonly title: string };
  readonly done?: Fields;
  readonly failed?: Fields;
}

const text = (said: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text: said },
});
const place = (path: string, line?: number) => [
  { path: `${CWD}/${path}`, ...(line ? { line } : {}) },
];
const lines = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n + 1)).join('\n');
const diff: ToolCallContent = {
  type: 'diff',
  path: `${CWD}/docs/notes.txt`,
  oldText: lines(9, (n) => `note ${n}`),
  newText: lines(9, (n) => (n === 5 ? 'note 5, which says a little more' : `note ${n}`)),
};

export const TERMINALS: Readonly<Record<string, TerminalView>> = {
  running: { output: '> test\n\x1b[32m✓\x1b[0m first.test.ts\n' },
  done: {
    output: `${lines(16, (n) => `\x1b[32m✓\x1b[0m test ${n}`)}\n`,
    exitStatus: { exitCode: 0 },
    ran: 3400,
  },
  failed: {
    output: '\x1b[31m✗\x1b[0m first.test.ts\n1 of 16 failed\n',
    exitStatus: { exitCode: 1 },
    ran: 3400,
  },
};
const terminal = (terminalId: string): Fields => ({ content: [{ type: 'terminal', terminalId }] });

const EXAMPLES: Readonly<Record<ToolKind, Example>> = {
  read: {
    input: {
      title: `Read ${CWD}/src/host/chat/transcript.ts`,
      locations: place('src/host/chat/transcript.ts', 12),
    },
    done: { content: [text(lines(14, (n) => `line ${n}`))] },
    failed: {
      rawOutput: { error: `ENOENT: no such file, open '${CWD}/src/host/chat/transcript.ts'` },
    },
  },
  edit: {
    input: { title: `Edit ${CWD}/docs/notes.txt`, locations: place('docs/notes.txt', 5) },
    done: { content: [diff] },
    failed: { content: [text('The text to replace was found 2 times.')] },
  },
  delete: {
    input: { title: 'Delete file', locations: place('docs/old-notes.txt') },
    failed: { rawOutput: 'EACCES: permission denied' },
  },
  move: {
    input: {
      title: 'Move file',
      rawInput: { path: `${CWD}/docs/notes.txt`, destination: `${CWD}/docs/archive/notes.txt` },
    },
    failed: { rawOutput: 'EEXIST: file already exists' },
  },
  search: {
    input: { title: 'grep', rawInput: { pattern: 'runningSince' }, locations: place('src') },
    done: {
      content: [text(`${CWD}/src/a.ts:12: runningSince\n${CWD}/src/b.ts:3: runningSince(entry)`)],
    },
    failed: { rawOutput: 'regex parse error: unclosed group' },
  },
  execute: {
    input: {
      title: 'npm test -- --project unit test/unit/view --reporter verbose --bail 1',
      ...terminal('running'),
    },
    done: terminal('done'),
    failed: terminal('failed'),
  },
  think: {
    input: {
      title: 'Weigh the two ways',
      content: [text('The first costs less.\nThe second is right.')],
    },
    failed: { rawOutput: 'out of tokens' },
  },
  fetch: {
    input: {
      title: 'Fetch page',
      rawInput: { url: 'https://example.org/a/rather/long/address/of/a/page.html' },
    },
    done: { content: [text(lines(40, (n) => `paragraph ${n}`))] },
    failed: { rawOutput: { message: '404 Not Found' } },
  },
  switch_mode: {
    input: {
      title: 'Ready to code?',
      content: [text('1. Read the code\n2. Change it\n3. Test it')],
    },
    failed: { rawOutput: 'no such mode' },
  },
  other: {
    input: {
      title: 'weather',
      name: 'weather',
      rawInput: { city: 'Lisbon', days: 3, units: ['C', 'mm'] },
    },
    done: { content: [text('{"today": "sunny", "tomorrow": {"sky": "clouds", "wind": 12}}')] },
    failed: { rawOutput: { code: 503, message: 'The service does not answer' } },
  },
};

/** Began 12 s ago, took 3. */
export const NOW = 12_400;
const TIMES: Readonly<Partial<Record<ToolState, object>>> = {
  running: { began: 0 },
  'output-available': { began: 0, took: 3400 },
  'output-error': { began: 0, took: 3400 },
  cancelled: { began: 0, took: 900 },
};

/** All cards, those of a kind below its name. */
export function everyCard(): Entry[] {
  return Object.entries(EXAMPLES).flatMap(([kind, example]): Entry[] => [
    { kind: 'agent', id: kind, done: true, content: [{ type: 'text', text: kind }] },
    ...STATES.map((state) => card(kind as ToolKind, example, state)),
  ]);
}

function card(kind: ToolKind, { input, done = {}, failed = {} }: Example, state: ToolState): Entry {
  const known: Fields = {
    ...input,
    ...(state === 'output-available' ? done : {}),
    ...(state === 'output-error' ? failed : {}),
  };
  const call: ToolCall = {
    toolCallId: `${kind} ${state}`,
    title: kind,
    kind,
    status: 'pending',
    state,
    content: [],
    locations: [],
    ...(state === 'input-streaming' ? {} : known),
  };
  return { kind: 'tool', id: call.toolCallId, turn: 1, ...TIMES[state], call };
}

/**
 * What a transcript costs the host while it grows: one more chunk of a message that is long already beside one more of a
 * short one, one more tool call beside thousands. Read the ratios, which hardly differ from machine to machine.
 */
import type { SessionUpdate } from '../src/protocol/schema.gen';
import { feed } from './support/feed';

const RUNS = 3;
const CHUNK = 12;

const TEXTS: Readonly<Record<string, string>> = {
  prose: 'Some words of `an` answer that **goes** on for a while.\n\n',
  code: '```ts\nexport function first(): number {\n  return 1;\n}\n```\n\n',
  diffs: '```diff\n@@ -1,2 +1,2 @@\n-const one = 1;\n+const one = 2;\n unchanged\n```\n\n',
  tables: '| name | what it does |\n|---|---|\n| `one` | the first |\n| two | the second |\n\n',
  'one table': '| a cell | another **cell** | and a third |\n',
  thoughts: 'I should look at the file before I change it.\n',
};

function message(kind: string, bytes: number): SessionUpdate[] {
  const head = kind === 'one table' ? '| one | two | three |\n|---|---|---|\n' : '';
  const part = kind === 'all' ? Object.values(TEXTS).slice(0, 4).join('') : (TEXTS[kind] ?? '');
  const text = head + part.repeat(Math.ceil(bytes / part.length));
  const sessionUpdate = kind === 'thoughts' ? 'agent_thought_chunk' : 'agent_message_chunk';
  const count = Math.floor(bytes / CHUNK);
  return Array.from({ length: count }, (_, n) => ({
    sessionUpdate,
    content: { type: 'text', text: text.slice(n * CHUNK, (n + 1) * CHUNK) },
  }));
}

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, n) => `${word} in line ${n}\n`).join('');

/** Announced, at work, done with an output and a diff. */
function toolCalls(count: number): SessionUpdate[] {
  return Array.from({ length: count }, (_, n): SessionUpdate[] => {
    const toolCallId = `call ${n}`;
    const oldText = lines(60, `text ${n}`);
    return [
      { sessionUpdate: 'tool_call', toolCallId, title: `Edit file${n}.ts`, kind: 'edit' },
      { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [
          { type: 'content', content: { type: 'text', text: lines(20, 'output') } },
          {
            type: 'diff',
            path: `/project/file${n}.ts`,
            oldText,
            newText: oldText.replace('line 30', 'the middle'),
          },
        ],
      },
    ];
  }).flat();
}

/** The same under calls that start sub-agents, which do so many each and then end. */
function nestedCalls(count: number, each = 50): SessionUpdate[] {
  const perTask = 3 * each;
  const updates = toolCalls(count);
  return updates.flatMap((update, n): SessionUpdate[] => {
    const toolCallId = `task ${Math.floor(n / perTask)}`;
    const inner = { ...update, _meta: { claudeCode: { parentToolUseId: toolCallId } } };
    const isFirst = n % perTask === 0;
    const isLast = n % perTask === perTask - 1 || n === updates.length - 1;
    return [
      ...(isFirst ? [{ sessionUpdate: 'tool_call', toolCallId, title: 'Task' } as const] : []),
      inner,
      ...(isLast
        ? [{ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' } as const]
        : []),
    ];
  });
}

/** The least of several runs, the two loads by turns: what disturbs one disturbs the other. */
async function compare(
  name: string,
  [few, many]: readonly [readonly SessionUpdate[], readonly SessionUpdate[]],
  per: number,
  batch: number,
): Promise<void> {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const repeat = Math.ceil(many.length / few.length / 10);
  await feed(few, batch);
  for (let run = 0; run < RUNS; run++) {
    let small = 0;
    for (let time = 0; time < repeat; time++) small += await feed(few, batch);
    best[0] = Math.min(best[0] ?? 0, small / repeat);
    best[1] = Math.min(best[1] ?? 0, await feed(many, batch));
  }
  const micros = [few, many].map((load, at) => ((best[at] ?? 0) * 1000 * per) / load.length);
  const [small = Number.NaN, large = Number.NaN] = micros;
  const cells = [small, large].map((time) => `${time.toFixed(2)} µs`.padStart(12));
  const total = `${(best[0] ?? 0).toFixed(0)} ms`.padStart(10);
  console.log(
    `${name.padEnd(44)}${cells.join('')}${(large / small).toFixed(2).padStart(8)}${total}`,
  );
}

async function main(): Promise<void> {
  const heads = `${'few'.padStart(12)}${'many'.padStart(12)}${'ratio'.padStart(8)}${'few'.padStart(10)}`;
  console.log(`${''.padEnd(44)}${heads}`);
  for (const kind of [...Object.keys(TEXTS), 'all']) {
    const loads = [message(kind, 1e5), message(kind, 5e6)] as const;
    await compare(`a chunk of 0.1 and 5 MB of ${kind}`, loads, 1, 500);
  }
  await compare('a tool call of 300 and 10,000', [toolCalls(300), toolCalls(10_000)], 3, 30);
  const nested = [nestedCalls(300), nestedCalls(10_000)] as const;
  await compare("a sub-agent's call of 300 and 10,000", nested, 3, 30);
}

void main();

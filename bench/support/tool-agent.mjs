// An agent that answers each prompt, a number, with so many tool calls with content and diffs.
import { createInterface } from 'node:readline';

const lines = (count, word) =>
  Array.from({ length: count }, (_, n) => `${word} in line ${n}\n`).join('');

let made = 0;
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (value) =>
  send({ method: 'session/update', params: { sessionId: 's', update: value } });

function callTool() {
  const toolCallId = `call ${++made}`;
  const oldText = lines(60, `text ${made}`);
  const newText = oldText.replace('line 30', 'the middle');
  update({ sessionUpdate: 'tool_call', toolCallId, title: `Edit file${made}.ts`, kind: 'edit' });
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  update({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [
      { type: 'content', content: { type: 'text', text: lines(20, 'output') } },
      { type: 'diff', path: `${process.cwd()}/file${made}.ts`, oldText, newText },
    ],
  });
}

async function prompted(count) {
  for (let n = 0; n < count; n++) {
    callTool();
    if (n % 10 === 9) await new Promise((go) => setTimeout(go));
  }
  return { stopReason: 'end_turn' };
}

const ANSWERS = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: 's' }),
  'session/prompt': ({ prompt }) => prompted(Number(prompt[0].text)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  void Promise.resolve(ANSWERS[method]?.(params) ?? {}).then((result) => send({ id, result }));
}

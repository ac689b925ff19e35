// A process that talks like an agent: `session/update` lines with a few characters of Markdown each.
//
//   node bench/support/chatter.mjs CHUNKS [CHUNKS_PER_SECOND]     without a rate: as fast as the reader takes them
const [count = 0, rate = 0] = process.argv.slice(2).map(Number);

const WORDS = ['Some ', 'words of ', '`an` ', 'answer ', 'that **goes** ', 'on for a ', 'while.\n'];
const CODE = ['\n```lua\n', 'local x = 1\n', 'print(x) ', '-- done\n', '```\n\n'];

/** Twenty lines of prose, then a short block of code. */
function* chunks() {
  for (let n = 0; ; n++) {
    for (let line = 0; line < 20; line++) yield* WORDS;
    yield `## Part ${n}\n`;
    yield* CODE;
  }
}

function lineOf(text) {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } };
  return `${JSON.stringify(message)}\n`;
}

const source = chunks();
let sent = 0;

async function talk() {
  while (sent < count) {
    let batch = '';
    for (let n = 0; n < 500 && sent < count; n++, sent++) batch += lineOf(source.next().value);
    if (!process.stdout.write(batch)) await new Promise((go) => process.stdout.once('drain', go));
  }
}

function talkSlowly() {
  const start = performance.now();
  const timer = setInterval(() => {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * rate));
    for (; sent < due; sent++) process.stdout.write(lineOf(source.next().value));
    if (sent >= count) clearInterval(timer);
  }, 1000 / rate);
}

if (rate > 0) talkSlowly();
else await talk();

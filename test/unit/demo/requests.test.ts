import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DEMO_REQUESTS } from '../../../src/demo/requests';
import { wait } from '../../support/wait';
import { DemoClient } from './client';

const APP = [
  'const menu = {};',
  '',
  '// TODO: round',
  'function price(order) {',
  '  return menu[order];',
  '}',
  '',
  'function greet(name, title) {',
  '  return name;',
  '}',
  '',
  "greet('you');",
  '',
].join('\n');

const NOTE = '// Takes name, title; called once in this file.';
const EDITED = APP.replace('function greet', `${NOTE}\nfunction greet`);
const PROJECT = { 'README.md': '# Shop\n', 'src/app.js': APP, 'tools/report.py': 'print(1)\n' };

describe('talking', () => {
  test('the requests are announced as commands and work as such', async () => {
    const client = await DemoClient.start();
    const commands = client.of('available_commands_update')[0]?.availableCommands;
    expect(commands?.map(({ name }) => name)).toEqual(DEMO_REQUESTS.map(({ name }) => name));
    expect(await client.prompt('/help')).toEqual({ stopReason: 'end_turn' });
    expect(client.said()).toContain('## Keys');
  });

  test('help names every request', async () => {
    const client = await DemoClient.start();
    await client.prompt('help');
    for (const { name } of DEMO_REQUESTS.slice(1)) {
      expect(client.said()).toMatch(new RegExp(`\`${name}\\b`));
    }
  });

  test('anything else is answered by what to try', async () => {
    const client = await DemoClient.start();
    await client.prompt('Please write\nme `a poem`');
    expect(client.said()).toContain("You wrote “Please write me 'a poem'”");
    expect(client.said()).toContain('`explain`');
  });

  test('the session takes its title from the first prompt', async () => {
    const client = await DemoClient.start();
    await client.prompt('think');
    await client.prompt('help');
    expect(client.of('session_info_update').map(({ title }) => title)).toEqual(['think']);
  });

  test('a second prompt during the first is refused', async () => {
    const client = await DemoClient.start();
    const first = client.prompt('stream 500');
    await expect(client.prompt('help')).rejects.toThrow('a prompt is running');
    expect(await first).toEqual({ stopReason: 'end_turn' });
  });

  test('thoughts come apart from the answer', async () => {
    const client = await DemoClient.start();
    await client.prompt('think');
    expect(client.said('agent_thought_chunk')).toContain('What should the answer be?');
    expect(client.said()).toBe('I have thought about it: **42**.\n');
  });

  test('a stream has the words it was asked for, a long answer the lines', async () => {
    const client = await DemoClient.start();
    await client.prompt('stream 30');
    expect(client.said().trim().split(/\s+/)).toHaveLength(30);
    client.updates.length = 0;
    await client.prompt('long 250');
    expect(client.said().split('\n')).toHaveLength(251);
    expect(client.of('agent_message_chunk')).toHaveLength(3);
  });

  test('a plan advances step by step to its end', async () => {
    const client = await DemoClient.start();
    await client.prompt('plan');
    const done = client
      .of('plan')
      .map(({ entries }) => entries.filter(({ status }) => status === 'completed').length);
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('explain', () => {
  test('describes the first source file when none is named', async () => {
    const client = await DemoClient.start({ files: PROJECT });
    await client.prompt('explain');
    expect(client.said()).toContain('**src/app.js** is JavaScript: 12 lines');
    expect(client.said()).toContain('- `greet` in line 8');
    expect(client.said()).toContain('- round (line 3)');
    expect(client.tools()).toMatchObject([
      { kind: 'read', status: 'completed', locations: [{ path: client.path('src/app.js') }] },
    ]);
  });

  test.each([
    ['named in the prompt', 'explain tools/report.py, please', '**tools/report.py** is Python'],
    ['mentioned with an @', 'explain @README.md', '**README.md** is Markdown'],
  ])('takes the file %s', async (_how, prompt, answer) => {
    const client = await DemoClient.start({ files: PROJECT });
    await client.prompt(prompt);
    expect(client.said()).toContain(answer);
  });

  test('takes the attached file', async () => {
    const client = await DemoClient.start({ files: PROJECT });
    const uri = pathToFileURL(client.path('tools/report.py')).href;
    await client.prompt([
      { type: 'text', text: 'explain' },
      { type: 'resource_link', name: 'report.py', uri },
    ]);
    expect(client.said()).toContain('**tools/report.py** is Python');
  });

  test('a fence in the text does not end the fence around it', async () => {
    const client = await DemoClient.start({ files: { 'a.md': '````\nx\n````\n' } });
    await client.prompt('explain');
    expect(client.said()).toContain('`````markdown\n````\nx\n````\n`````');
  });

  test('says so when there is nothing', async () => {
    const client = await DemoClient.start();
    await client.prompt('explain');
    expect(client.said()).toContain('I found no file');
  });

  test('reads the disk itself for a client without files', async () => {
    const client = await DemoClient.start({ files: PROJECT, capabilities: {} });
    await client.prompt('explain');
    expect(client.said()).toContain('**src/app.js**');
  });

  test('a file that cannot be read fails the tool call and the prompt', async () => {
    const client = await DemoClient.start();
    const uri = pathToFileURL(client.path('gone.js')).href;
    const prompt = client.prompt([
      { type: 'text', text: 'explain' },
      { type: 'resource_link', name: 'gone.js', uri },
    ]);
    await expect(prompt).rejects.toThrow('ENOENT');
    expect(client.tools()).toMatchObject([{ status: 'failed' }]);
  });
});

describe('edit', () => {
  test('shows the change, asks, writes it, and takes it back the next time', async () => {
    const client = await DemoClient.start({ files: PROJECT, decide: () => 'allow' });
    await client.prompt('edit');
    expect(client.read('src/app.js')).toBe(EDITED);
    expect(client.asked[0]?.toolCall).toMatchObject({
      kind: 'edit',
      content: [{ type: 'diff', path: client.path('src/app.js'), oldText: APP, newText: EDITED }],
      locations: [{ line: 8 }],
    });
    expect(client.tools()).toMatchObject([{ status: 'completed' }]);
    await client.prompt('edit');
    expect(client.read('src/app.js')).toBe(APP);
    expect(client.asked).toHaveLength(2);
  });

  test('asks no more once it was allowed for the session', async () => {
    const client = await DemoClient.start({ files: PROJECT, decide: () => 'always' });
    await client.prompt('edit');
    await client.prompt('edit tools/report.py');
    expect(client.asked).toHaveLength(1);
    expect(client.read('tools/report.py')).toBe('# The demo agent was here.\nprint(1)\n');
  });

  test.each([['reject'], [undefined]])(
    'leaves the file alone after the answer %s',
    async (option) => {
      const client = await DemoClient.start({ files: PROJECT, decide: () => option });
      expect(await client.prompt('edit')).toEqual({ stopReason: 'end_turn' });
      expect(client.read('src/app.js')).toBe(APP);
      expect(client.said()).toContain('stays as it is');
      expect(client.tools()).toMatchObject([{ status: 'failed' }]);
    },
  );

  test('does not touch what has no comments', async () => {
    const client = await DemoClient.start({ files: { 'a.json': '{}' } });
    await client.prompt('edit a.json');
    expect(client.asked).toEqual([]);
    expect(client.read('a.json')).toBe('{}');
  });
});

describe('run', () => {
  const terminal = { terminal: true };

  test('uses a terminal of the client', async () => {
    const client = await DemoClient.start({ capabilities: terminal, decide: () => 'allow' });
    await client.prompt('run ls -l');
    expect(client.terminals).toEqual(['create -c ls -l', 'release']);
    expect(client.tools()).toMatchObject([
      {
        title: 'ls -l',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 'terminal-1' }],
      },
    ]);
  });

  test('kills and releases the terminal when it is cancelled', async () => {
    const client = await DemoClient.start({ capabilities: terminal, decide: () => 'allow' });
    const prompt = client.prompt('run sleep 100');
    await wait(() => client.terminals.length > 0, 'the terminal is there');
    client.cancel();
    expect(await prompt).toEqual({ stopReason: 'cancelled' });
    await wait(() => client.terminals.length === 3, 'kill and release');
    expect(client.terminals.slice(1)).toEqual(['kill', 'release']);
  });

  test('runs the command itself for a client without terminals', async () => {
    const client = await DemoClient.start({ decide: () => 'allow' });
    await client.prompt('run `echo out; echo err >&2; exit 3`');
    expect(client.said()).toContain('failed with exit code 3');
    expect(client.tools()).toMatchObject([{ status: 'failed' }]);
    expect(JSON.stringify(client.tools()[0]?.content)).toMatch(/out\\n.*err|err\\n.*out/);
  });

  test('ends its own command, with all it started, when it is cancelled', async () => {
    const client = await DemoClient.start({ decide: () => 'allow' });
    const prompt = client.prompt('run (sleep 0.4; touch survived) & echo started; wait');
    await wait(() => JSON.stringify(client.tools()).includes('started'), 'the command runs');
    client.cancel();
    expect(await prompt).toEqual({ stopReason: 'cancelled' });
    const cancelled = performance.now();
    await wait(() => performance.now() - cancelled > 700, 'time enough to survive');
    expect(existsSync(client.path('survived'))).toBe(false);
  });

  test('does nothing when it is rejected', async () => {
    const client = await DemoClient.start({ decide: () => 'reject' });
    await client.prompt('run touch here');
    expect(existsSync(client.path('here'))).toBe(false);
    expect(client.said()).toContain('nothing was run');
  });
});

describe('what goes wrong', () => {
  test('several questions can wait at once and be answered in any order', async () => {
    const answers = new Map<string, (optionId: string) => void>();
    const client = await DemoClient.start({
      decide: ({ toolCall }) => new Promise((resolve) => answers.set(toolCall.toolCallId, resolve)),
    });
    const prompt = client.prompt('ask');
    await wait(() => answers.size === 3, 'three questions');
    const ids = [...answers.keys()];
    for (const [index, id] of ids.reverse().entries()) {
      answers.get(id)?.(index === 0 ? 'reject' : 'allow');
    }
    await prompt;
    expect(client.said()).toContain('Delete the internet: rejected');
    expect(client.tools().map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'failed',
    ]);
  });

  test.each(['slow', 'stream 100000', 'long 1000000', 'ask'])(
    '"%s" heeds a cancel at once',
    async (text) => {
      const client = await DemoClient.start({ decide: () => new Promise(() => {}) });
      const prompt = client.prompt(text);
      await wait(() => client.said() !== '', 'it has begun');
      client.cancel();
      expect(await prompt).toEqual({ stopReason: 'cancelled' });
      expect(await client.prompt('think')).toEqual({ stopReason: 'end_turn' });
    },
  );

  test('fail fails a tool call, then the prompt', async () => {
    const client = await DemoClient.start();
    await expect(client.prompt('fail')).rejects.toThrow('the error you asked for');
    expect(client.tools()).toMatchObject([{ status: 'failed' }]);
  });
});

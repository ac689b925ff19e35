import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { available, expectHealthy, type RealChat, startChat } from './real';

/** What the model has the agent do: edits, writes, and commands that name no file to anybody. */
const SCENARIOS = {
  rework: [
    { text: 'Reading.', tools: [{ do: 'read', path: '{cwd}/src/app.js' }] },
    {
      tools: [
        {
          do: 'edit',
          path: '{cwd}/src/app.js',
          old: "const greeting = 'hello';",
          new: "const greeting = 'good morning';\nconst again = true;",
        },
      ],
    },
    { tools: [{ do: 'read', path: '{cwd}/README.md' }] },
    {
      tools: [{ do: 'write', path: '{cwd}/README.md', content: '# Demo\n\nRewritten in full.\n' }],
    },
    { tools: [{ do: 'write', path: '{cwd}/new.txt', content: 'first\nlast\n' }] },
    {
      tools: [
        {
          do: 'shell',
          command: [
            'sed -i s/world/moon/ src/app.js',
            'sed -i s/two/2/ src/dos.txt',
            'rm src/gone.txt',
            'mv src/old.txt src/moved.txt',
            'chmod 755 src/mode.txt',
            "printf 'x\\000y' > data.bin",
            'rm run.sh',
          ].join(' && '),
          description: 'Change files',
          escalate: true,
        },
      ],
    },
    { text: 'All is reworked.' },
  ],
};

/** More than text: other line ends, no final one, no text at all, modes. */
function fillProject(dir: string): void {
  const many = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('');
  const files = {
    'src/dos.txt': 'one\r\ntwo\r\nthree',
    'src/gone.txt': many,
    'src/old.txt': `${many}the end`,
    'src/mode.txt': 'as it is\n',
    'data.bin': '\u0000\u0001\u0002',
    'run.sh': '#!/bin/sh\n',
  };
  mkdirSync(join(dir, 'src'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dir, path), text);
  chmodSync(join(dir, 'run.sh'), 0o750);
}

/** Bytes and mode of every file, by path. */
function treeOf(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(
    files
      .sort()
      .map((path) => [
        relative(dir, path),
        `${(lstatSync(path).mode & 0o7777).toString(8)} ${readFileSync(path).toString('base64')}`,
      ]),
  );
}

const transcript = ({ editor }: RealChat): Promise<string[]> =>
  editor.lua(`local view = require('acp.chat.views').current()
    return vim.api.nvim_buf_get_lines(view.chat, 0, -1, false)`);

const pending = async ({ editor }: RealChat): Promise<number> =>
  (await editor.lua(`return require('acp').status()`)).review?.files ?? 0;

describe.each(['kimi', 'gemini'])('%s', (name) => {
  const here = available(name);

  test.skipIf(!here)('edits, writes, deletes and runs sed: all of it is undone', async () => {
    await using chat = await startChat(name, [], SCENARIOS);
    const { editor } = chat;
    fillProject(editor.dir);
    // A first turn, so that what the files hold is known.
    expect(await chat.turn('[[text]] please')).toEqual({ stopReason: 'end_turn' });
    const before = treeOf(editor.dir);
    expect(await chat.turn('[[rework]] please')).toEqual({ stopReason: 'end_turn' });
    expect(chat.disk('src/app.js')).toContain("'good morning'");
    expect(chat.disk('src/app.js')).toContain('moon');
    expect(chat.disk('README.md')).toContain('Rewritten');
    const changed = Object.keys({ ...before, ...treeOf(editor.dir) }).filter(
      (path) => before[path] !== treeOf(editor.dir)[path],
    );
    // One of them is seen as moved.
    await wait(async () => (await pending(chat)) === changed.length - 1, 'all changes are seen');
    // Kimi tells no diff of its edits, and nobody one of what commands do; with its number in the file where that is known.
    const lines = ['+ const again = true;', "-   return g + ', world';", '- two'];
    let shown: string[] = [];
    const isUpToDate = async (): Promise<boolean> => {
      shown = await transcript(chat);
      const plain = shown.map((row) => row.replace(/^ +(\d+ )?/, ''));
      return (
        plain.some((row) => row.startsWith('± 9 files')) &&
        lines.every((one) => plain.includes(one))
      );
    };
    await wait(isUpToDate, () => `cards and summary are up to date:\n${shown.join('\n')}`);
    expect(shown).toContainEqual(expect.stringMatching(/^± 9 files changed {2}\+8 −34 /));
    expect(shown).toContain('    src/moved.txt  +0 −0  renamed from src/old.txt');
    await editor.lua(`vim.cmd('Acp undo all')`);
    await wait(
      async () => (await pending(chat)) === 0,
      () => editor.screen.framed(),
      {
        timeout: 20_000,
      },
    );
    expect(treeOf(editor.dir)).toEqual(before);
    expect(await chat.buffer('src/app.js')).toBe(chat.disk('src/app.js'));
    await wait(
      async () => (await transcript(chat)).some((line) => line.endsWith('all undone')),
      'the transcript says so',
    );
    await expectHealthy(chat);
  });
});

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { begin, ended, looks, settled, write } from '../support/review';
import { inReview, modified, restoreAll, tree, undoAll } from '../support/take-back';
import { wait } from '../support/wait';

const TEXT = 'one\ntwo\nthree\n';

/** Files that are easily brought back as something else. */
const ODD: Readonly<Record<string, string | Buffer>> = {
  'no-newline.txt': 'one\ntwo\nthree',
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'crlf-no-newline.txt': 'one\r\ntwo\r\nthree',
  'mixed.txt': 'one\r\ntwo\nthree\r\n',
  'bom.txt': '\ufeffone\ntwo\nthree\n',
  'latin1.txt': Buffer.from('caf\xe9\ntwo\nth\xf6ree\n', 'latin1'),
  'utf16.txt': Buffer.from('\ufeffone\ntwo\nthree\n', 'utf16le'),
  'empty.txt': '',
  'newline.txt': '\n',
  'nul.txt': 'one\ntwo\0two\nthree\n',
  'with space.txt': TEXT,
  'it\'s "quoted".txt': TEXT,
  'per%cent #1 [x] $HOME.txt': TEXT,
  '-dash.txt': TEXT,
  'ünï/cödé.txt': TEXT,
  'run.sh': '#!/bin/sh\ntwo\nthree\n',
  'target.txt': TEXT,
  'blob.bin': Buffer.from([0, 1, 2, 0xff, 0xfe, 10, 13, 0]),
};
/** A link is loaded, and written to, in place of its target. */
const NAMES = [...Object.keys(ODD).filter((name) => name !== 'target.txt'), 'link.txt'];

async function started(agent: ScriptedAgent, loaded: readonly string[]): Promise<Nvim> {
  const nvim = await startNvim({ config: agent.setup({ log: { level: 'debug' } }) });
  for (const [name, content] of Object.entries(ODD)) {
    const path = join(nvim.dir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  chmodSync(join(nvim.dir, 'run.sh'), 0o755);
  chmodSync(join(nvim.dir, 'crlf.txt'), 0o600);
  symlinkSync('target.txt', join(nvim.dir, 'link.txt'));
  const load = 'for _, name in ipairs(...) do vim.cmd.edit(vim.fn.fnameescape(name)) end';
  if (loaded.length > 0) await nvim.lua(load, loaded);
  return nvim;
}

const THROUGH_US: readonly Step[] = NAMES.map((name) => write(name, 'one\nTWO\nthree\nfour\n'));
const ON_DISK: readonly Step[] = [
  {
    do: 'shell',
    command: `for file in ./*.txt ./*/*.txt run.sh; do
        [ -L "$file" ] || { sed -i '2s/.*/TWO/' "$file"; printf more >>"$file"; }
      done
      chmod 644 run.sh; rm link.txt; ln -s bom.txt link.txt; printf 'xy\\0z' >blob.bin`,
  },
];

describe.each([
  { how: 'through us', steps: THROUGH_US },
  { how: 'on disk', steps: ON_DISK },
])('odd files that were changed $how', ({ steps }) => {
  it.each([
    { action: 'undone', act: undoAll, where: 'loaded', loaded: NAMES },
    { action: 'undone', act: undoAll, where: 'not loaded', loaded: [] },
    { action: 'restored', act: restoreAll, where: 'loaded', loaded: NAMES },
    { action: 'restored', act: restoreAll, where: 'not loaded', loaded: [] },
  ])('are $action to the last byte where they are $where', async ({ act, loaded }) => {
    const agent = scriptAgent({ prompts: [{ steps: [{ do: 'gate', name: 'go' }, ...steps] }] });
    await using nvim = await started(agent, loaded);
    const before = tree(nvim.dir);
    await settled(nvim);
    await begin(nvim, 'go');
    await wait(async () => (await looks(nvim)) >= 2, 'the files are known');
    agent.open('go');
    await ended(nvim);
    await settled(nvim);
    const after = tree(nvim.dir);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    await wait(async () => (await inReview(nvim)) === changed.length, 'all changes are seen');
    await act(nvim);
    expect(tree(nvim.dir)).toEqual(before);
    expect(await modified(nvim)).toEqual([]);
    await nvim.expectNotBlocked();
  });
});

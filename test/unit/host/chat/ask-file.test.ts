import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { List } from '../../../../src/base/list';
import { askFile } from '../../../../src/host/chat/ask-file';
import { targetHere } from '../../../../src/host/chat/open-place';
import type { Entry } from '../../../../src/model/state';
import { isOn } from '../../../../src/view/places';

function project() {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-ask-')));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, 'src'));
  for (const name of ['src/a.ts', 'src/b.ts', 'c.ts']) writeFileSync(join(cwd, name), '');
  const entry: Entry = {
    kind: 'tool',
    id: 'e1',
    turn: 1,
    call: {
      toolCallId: 'c',
      title: 'Read',
      kind: 'read',
      status: 'completed',
      state: 'output-available',
      content: [],
      locations: [{ path: join(cwd, 'src/b.ts') }, { path: join(cwd, 'gone.ts') }],
    },
  };
  return { cwd, session: { state: { cwd, entries: List.of([entry]) } } };
}

it('files that are named come first, then the user’s, then those of tool calls; others are typed', async () => {
  const { cwd, session } = project();
  const seen: string[][] = [];
  const asks = {
    files: async () => [join(cwd, 'c.ts')],
    input: async () => 'new/x.ts',
    select: async <T>(_: string, __: string, items: readonly T[], label: (item: T) => string) => {
      seen.push(items.map(label));
      return items.at(-1);
    },
  };
  const path = await askFile(asks, session, ['a/src/a.ts', 'b.ts', 'new.ts'], 'Apply to:');
  expect(seen).toEqual([['src/a.ts', 'src/b.ts', 'new.ts (new file)', 'c.ts', 'another file …']]);
  expect(path).toBe(join(cwd, 'new/x.ts'));
});

it('the place that the cursor is on comes before what the row leads to, and that before others', async () => {
  const { cwd, session } = project();
  const row = { kind: 'file', path: join(cwd, 'c.ts') } as const;
  const text = 'see src/a.ts:2 and src/none.ts';
  const at = (column: number, target?: typeof row) => targetHere(session, target, { text, column });
  const a = { kind: 'file', path: join(cwd, 'src/a.ts'), line: 2 };
  expect(await at(6, row)).toEqual(a);
  expect(await at(0, row)).toEqual(row);
  expect(await at(0)).toEqual(a);
  expect(await at(22)).toEqual(a);
  expect(isOn({ from: 2, to: 4, names: { kind: 'file', path: 'x' } }, 4)).toBe(false);
});

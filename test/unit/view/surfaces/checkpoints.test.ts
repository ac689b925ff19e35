import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../../../src/base/text';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import type { CheckpointSummary } from '../../../../src/model/checkpoints/checkpoint';
import { previewOf, type RestoredFile } from '../../../../src/model/checkpoints/preview';
import { type ImageChange, takeBack } from '../../../../src/model/checkpoints/take-back';
import { textOf } from '../../../../src/view/line';
import {
  type CheckpointsModel,
  checkpointsSurface,
} from '../../../../src/view/surfaces/checkpoints';
import { type RestoreModel, restoreSurface } from '../../../../src/view/surfaces/restore';
import { footerText, itemAt, mappedKeys, type Room } from '../../../../src/view/surfaces/surface';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

const checkpoint = (number: number, more: Partial<CheckpointSummary> = {}): CheckpointSummary => ({
  number,
  session: 's-1',
  agent: 'kimi',
  time: NOW - number * MINUTE,
  prompt: `Prompt ${number}`,
  ...more,
});

describe('the list of checkpoints', () => {
  const model: CheckpointsModel = {
    checkpoints: [
      checkpoint(12, { counts: { files: 2, added: 10, removed: 3 } }),
      checkpoint(11, { restored: 9, counts: { files: 1, added: 0, removed: 1 } }),
      checkpoint(10, { session: 's-2', prompt: '\n two\x1b[31m words \nand more' }),
      checkpoint(9, { prompt: '', counts: { files: 0, added: 0, removed: 0 } }),
    ],
    current: 's-1',
    titleOf: () => 'Another chat',
    now: NOW,
  };
  const shown = (room?: Room): string[] =>
    checkpointsSurface.content(model, room).blocks.flatMap(({ lines }) => lines.map(textOf));

  test('has number, prompt, chat where it is another one, age and what was changed', () => {
    expect(shown()[0]).toMatch(/^ {2}12 {2}Prompt 12 .* 12 min ago {2}2 files {4}\+10 {2}−3$/);
    expect(shown()[1]).toMatch(/^ {2}11 {2}before going back to 9 .* 1 file {5}\+0 {3}−1$/);
    expect(shown()[2]).toMatch(/^ {2}10 {2}two words .* {2}Another chat {2}10 min ago {2}…$/);
    expect(shown()[3]).toMatch(/^ {2}9 {3}a prompt without text .* 9 min ago {3}no change$/);
  });

  test('fits its room', () => {
    for (const line of shown({ width: 66, height: 10 })) {
      expect(displayWidth(line)).toBeLessThanOrEqual(66);
    }
  });

  test('says so when there is none', () => {
    const { blocks } = checkpointsSurface.content({ ...model, checkpoints: [] });
    expect(blocks.flatMap(({ lines }) => lines.map(textOf))[0]).toBe(
      '  No prompt has been sent in this folder',
    );
  });
});

const file = (path: string, now: FileImage | null, ...changes: ImageChange[]): RestoredFile[] => {
  const found = previewOf(path, now, takeBack(now, changes));
  return found ? [found] : [];
};
const text = (lines: readonly string[]): FileImage =>
  textImage(lines.map((line) => `${line}\n`).join(''));
const numbered = (changes: Readonly<Record<number, string>> = {}): FileImage =>
  text(Array.from({ length: 20 }, (_, row) => changes[row + 1] ?? `line ${row + 1}`));

describe('what a restore would change', () => {
  const model = (
    files: readonly RestoredFile[],
    more: Partial<RestoreModel> = {},
  ): RestoreModel => ({
    preview: { checkpoint: checkpoint(3), files, id: 'x' },
    cwd: '/p',
    isBusy: false,
    now: NOW,
    ...more,
  });
  const shown = (of: RestoreModel): string[] =>
    restoreSurface.content(of).blocks.flatMap(({ lines }) => lines.map(textOf));
  const footer = (of: RestoreModel, row: number): string =>
    footerText(
      restoreSurface.hints(of, itemAt(restoreSurface.content(of).blocks, row)),
      mappedKeys(restoreSurface.keys, {}),
    );

  const edited = file('/p/a.txt', numbered({ 3: 'three', 12: 'twelve' }), {
    before: numbered(),
    after: numbered({ 3: 'three', 12: 'twelve' }),
  });

  test('is a diff of each file', () => {
    const of = model([
      ...edited,
      ...file('/p/new.txt', text(['made']), { before: null, after: text(['made']) }),
    ]);
    expect(restoreSurface.content(of).title).toBe('Restore 3: 2 files +2 −3');
    expect(shown(of)).toEqual([
      'Back to before “Prompt 3”  3 min ago',
      '',
      'a.txt  +2 −2',
      '    line 1',
      '    line 2',
      '  - three',
      '  + line 3',
      '    line 4',
      '    line 5',
      '    line 6',
      '  ⋯ ',
      '    line 9',
      '    line 10',
      '    line 11',
      '  - twelve',
      '  + line 12',
      '    line 13',
      '    line 14',
      '    line 15',
      '',
      'new.txt  +0 −1  is deleted',
      '  - made',
      '',
    ]);
    const { blocks } = restoreSurface.content(of);
    expect([3, 5, 6, 11, 14].map((row) => itemAt(blocks, row)?.row)).toEqual([0, 2, 3, 8, 11]);
    expect(footer(of, 5)).toBe(' y restore  <CR> open  g? keys  q leave ');
  });

  test('names conflicts, what stays, and that the agent works', () => {
    const of = model(
      [
        ...file('/p/a.txt', numbered({ 3: 'three, mine' }), {
          before: numbered(),
          after: numbered({ 3: 'three' }),
        }),
        ...file('/p/gone.txt', null, { before: text(['a']), after: text(['b']) }),
      ],
      { isBusy: true },
    );
    expect(shown(of)).toEqual([
      'Back to before “Prompt 3”  3 min ago',
      'The agent is working: cancel its turn first',
      '',
      'a.txt  +0 −0',
      '  conflict, line 3: you have changed the same; yours stays for you to choose',
      '',
      'gone.txt  stays: you have deleted it',
      '',
    ]);
    expect(footer(of, 4)).toBe(' <CR> open  g? keys  q leave ');
  });

  test('is nothing where the files are as they were', () => {
    const of = model(file('/p/a.txt', numbered(), { before: numbered(), after: text(['b']) }));
    expect(shown(of)).toContain('  The files are as they were then');
    expect(footer(of, 0)).toBe(' y prompt again  g? keys  q leave ');
  });
});

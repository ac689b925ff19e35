import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../../src/model/state';
import type { PermissionOption } from '../../../../src/protocol/schema.gen';
import { textOf } from '../../../../src/view/line';
import { permissionKeys } from '../../../../src/view/permission-keys';
import { type PermissionModel, permissionSurface } from '../../../../src/view/surfaces/permission';
import { footerText, mappedKeys } from '../../../../src/view/surfaces/surface';
import { permissionRequest } from '../../../support/permission-request';
import { showLines } from '../show';

const option = (kind: string, name: string = kind): PermissionOption => ({
  optionId: name,
  name,
  kind: kind as PermissionOption['kind'],
});

function model(
  fields: Partial<PermissionRequest>,
  more: Partial<PermissionModel> = {},
): PermissionModel {
  return {
    heading: 'Permission',
    at: 1,
    of: 1,
    promptKey: '<C-g>',
    chatKey: undefined,
    cwd: '/project',
    whole: false,
    request: permissionRequest({
      options: [option('allow_once', 'Yes'), option('reject_once', 'No')],
      ...fields,
    }),
    ...more,
  };
}

const content = (of: PermissionModel) => permissionSurface.content(of);
const linesOf = (of: PermissionModel) => content(of).blocks.flatMap(({ lines }) => lines);
const show = (request: Partial<PermissionRequest>): string =>
  showLines([...linesOf(model(request))]);

const MAPPED = mappedKeys(permissionSurface.keys, {});
const footer = (of: PermissionModel, keys = MAPPED): string =>
  footerText(permissionSurface.hints(of, 'question'), keys);

describe('the surface of a permission', () => {
  it('carries the options under their own names; what may do something has to be read first', () => {
    expect(content(model({ title: 'Write\nfile' }))).toMatchObject({
      title: 'Permission',
      topic: 'Write file',
      choices: [
        {
          action: 'permission_choose',
          id: 'Yes',
          label: 'Yes',
          lhs: 'a',
          guarded: true,
          readFirst: true,
        },
        { action: 'permission_choose', label: 'No', lhs: 'r', guarded: true },
      ],
    });
    const kinds = ['allow_always', 'reject_always', 'reject_once', 'odd'];
    const { choices = [] } = content(model({ options: kinds.map((kind) => option(kind)) }));
    expect(choices.map(({ readFirst }) => readFirst ?? false)).toEqual([true, false, false, true]);
  });

  it('names paths from the folder of the session, but leaves what would run as it is', () => {
    const title = 'Change /project/src/a.ts';
    expect(content(model({ title, kind: 'edit' })).topic).toBe('Change src/a.ts');
    expect(content(model({ title, kind: 'execute' })).topic).toBe(title);
  });

  it('names options that have no name by what they do, and can be answered without any', () => {
    const unnamed = [option('allow_once', ' \n'), option('reject_always', '\u200b')];
    const { choices = [] } = content(model({ options: unnamed }));
    expect(choices.map(({ label }) => label)).toEqual(['(allow once, without a name)', '<U+200B>']);
    expect(content(model({ options: [] })).choices).toEqual([
      {
        action: 'permission_reject',
        lhs: 'r',
        label: 'Cancel: the agent offers no options',
        guarded: true,
        group: 'reject',
      },
    ]);
  });

  it('says which of several it is, and how to get to the next', () => {
    expect(content(model({}, { at: 2, of: 3 })).title).toBe('Permission (2 of 3)');
    expect(footer(model({}, { at: 2, of: 3 }))).toContain('<Tab> next');
    expect(footer(model({}))).toBe(' o all of it  m rule  x why  q back ');
    expect(footer(model({}, { whole: true }))).toContain('o less');
    const unmapped = mappedKeys(permissionSurface.keys, { permission_leave: false });
    expect(footer(model({}), unmapped)).toContain(':wincmd p back');
  });

  it('says where the user is elsewhere how to get there', () => {
    expect(permissionSurface.away?.(model({}))).toEqual({
      byFiletype: { acpprompt: [' <C-g> to answer, or :Acp allow ', ' <C-g> to answer '] },
      elsewhere: [' :Acp permissions to answer, or :Acp allow ', ' :Acp permissions '],
      cmdwin: [' :Acp allow, :Acp reject '],
      fromCmdwin: 'from the command-line window: :Acp allow or :Acp reject',
    });
  });

  it('that the agent has changed is another subject', () => {
    const first = model({});
    const changed = model({ id: 'p2', before: first.request, title: 'Do that' });
    expect(permissionSurface.subject?.(first)).toMatchObject({ id: 'p1' });
    expect(permissionSurface.subject?.(changed)).toMatchObject({
      id: 'p2',
      early: 'the agent has only just changed this question',
    });
    expect(showLines([...linesOf(changed)])).toContain('The agent has changed this since it asked');
    expect(content(changed).title).toBe('Changed · Permission');
  });

  it('cuts names of options that are long, and has them in full in its text', () => {
    const name = `Always ${'allow '.repeat(30)}`.trim();
    const options = [option('allow_once', 'Yes'), option('allow_always', name)];
    const { choices = [] } = content(model({ options }));
    expect(choices.map(({ label }) => label)).toEqual(['Yes', `${name.slice(0, 119)}…`]);
    expect(show({ options })).toContain(`[A] ${name}`);
    expect(show({ options })).not.toContain('Yes');
    const fits = [option('allow_always', name.slice(0, 60))];
    expect(show({ options: fits })).not.toContain('[A]');
    const whole = linesOf(model({ options: fits }, { whole: true }));
    expect(showLines([...whole])).toContain(`[A] ${name.slice(0, 60)}`);
  });

  it('is drawn once, however often it is looked at', () => {
    const of = model({});
    expect(content({ ...of, at: 2, of: 2 }).blocks[0]).toBe(content(of).blocks[0]);
    const whole = { ...of, whole: true };
    expect(content({ ...whole }).blocks[0]).toBe(content(whole).blocks[0]);
  });

  it('that is cut offers the rest, which is all there is', () => {
    const long = { rawInput: { command: 'x'.repeat(5000) } };
    expect(content(model(long)).rest).toBe('permission_full');
    const whole = content(model(long, { whole: true }));
    expect(whole.rest).toBeUndefined();
    expect(showLines(whole.blocks.flatMap(({ lines }) => lines))).toContain('x'.repeat(5000));
  });

  it('show a command in full, and what comes with it', () => {
    expect(
      show({
        kind: 'execute',
        title: 'Run a script',
        rawInput: {
          command: ['bash', '-lc', "echo 'x'\nrm -rf build"],
          cwd: '/project',
          timeout: 5,
        },
      }),
    ).toMatchInlineSnapshot(`
      "$ Run a script
      ^ AcpToolKind
        ^^^^^^^^^^^^ AcpPermissionTitle
        $ bash -lc 'echo '\\''x'\\''
      ^^^^ AcpMuted
          ^^^^^^^^^^^^^^^^^^^^^^^^ AcpToolTitle
          rm -rf build'
          ^^^^^^^^^^^^^ AcpToolTitle
        { "cwd": "/project", "timeout": 5 }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ AcpOutput"
    `);
  });

  it('show all diffs, and what the raw input says besides them', () => {
    expect(
      show({
        kind: 'edit',
        title: 'Edit two files',
        rawInput: { path: '/project/a', text: 'two' },
        locations: [{ path: '/project/a' }, { path: '/project/c', line: 3 }],
        content: [
          { type: 'diff', path: '/project/a', oldText: 'one', newText: 'two' },
          { type: 'diff', path: '/project/a', oldText: 'x', newText: 'y' },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "✎ Edit two files
      ^ AcpToolKind
        ^^^^^^^^^^^^^^ AcpPermissionTitle
        { "text": "two" }
        ^^^^^^^^^^^^^^^^^ AcpOutput
        c
        ^ AcpPath
        a  +1 −1
        ^ AcpDiffHeader
           ^^ AcpDiffAdd
              ^^ AcpDiffDelete
        - one  {diff}
        + two  {diff}
        a  +1 −1
        ^ AcpDiffHeader
           ^^ AcpDiffAdd
              ^^ AcpDiffDelete
        - x  {diff}
        + y  {diff}"
    `);
  });

  it('show the raw input when nothing says it better, with hidden characters made visible', () => {
    expect(
      show({ kind: 'fetch', rawInput: { url: 'http://good\u202e.example', list: [1, null] } }),
    ).toMatchInlineSnapshot(`
      "⇣ Do it
      ^ AcpToolKind
        ^^^^^ AcpPermissionTitle
        { "url": "http://good<U+202E>.example", "list": [ 1, null ] }
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ AcpOutput"
    `);
  });

  it('show a question that is only text', () => {
    const text = 'Which one?\n\u200bSay';
    expect(
      show({ content: [{ type: 'content', content: { type: 'text', text } }] }),
    ).toMatchInlineSnapshot(`
      "• Do it
      ^ AcpToolKind
        ^^^^^ AcpPermissionTitle
        Which one?
        ^^^^^^^^^^ AcpOutput
        <U+200B>Say
        ^^^^^^^^^^^ AcpOutput"
    `);
  });

  it('show far more of a diff than the transcript does', () => {
    const newText = Array.from({ length: 1500 }, (_, n) => `${n}\n`).join('');
    const of = model({ content: [{ type: 'diff', path: '/a', newText }] });
    expect(linesOf(of)).toHaveLength(1502);
    expect(content(of).rest).toBeUndefined();
  });
});

describe('the changes of files', () => {
  const request = {
    content: [{ type: 'diff', path: '/project/a', oldText: 'b', newText: 'B' }],
  } as const;
  const changes = [
    { kind: 'placed', path: '/project/a', before: ['a', 'b'], after: ['a', 'B'], isNew: false },
  ] as const;
  const proposal = { changes, isReading: false, isEditable: false };

  it('are shown as far as they are known, and are what a key on them is about', () => {
    const of = model(request, { proposal });
    expect(linesOf(of).map(textOf).slice(1)).toEqual([
      '  a  +1 −1',
      '  1 1   a',
      '  2   - b',
      '    2 + B',
    ]);
    const [block] = content(of).blocks;
    expect(block?.items?.slice(0, 2)).toEqual(['question', { path: '/project/a' }]);
    expect(linesOf(model(request)).map(textOf)).toContain('  - b');
  });

  it('are not all there as long as files are being read', () => {
    const reading = { ...proposal, isReading: true };
    expect(content(model(request, { proposal: reading })).incomplete).toBe(true);
    expect(content(model(request, { proposal })).incomplete).toBeUndefined();
  });

  it('have keys only where these do something', () => {
    expect(footer(model(request, { proposal }))).toContain('p in file  s diff  m');
    const editable = { ...proposal, isEditable: true };
    expect(footer(model(request, { proposal: editable }))).toContain('s diff  e edit  m');
    expect(footer(model({}, { proposal: { ...proposal, changes: [] } }))).not.toContain('p in');
  });
});

describe('keys of options', () => {
  const keys = (...kinds: string[]) => permissionKeys(kinds.map((kind) => option(kind))).join(' ');

  it('are the known letters for the first of each kind, whatever the order', () => {
    expect(keys('allow_always', 'allow_once', 'reject_once', 'reject_always')).toBe('A a r R');
  });

  it('are digits for the others', () => {
    expect(
      keys('allow_once', 'allow_once', 'allow_always', 'allow_always', 'odd', 'reject_once'),
    ).toBe('a 1 A 2 3 r');
  });

  it('are all different and printable for any number of options', () => {
    const many = permissionKeys(Array.from({ length: 80 }, () => option('allow_once')));
    expect(new Set(many).size).toBe(80);
    expect(many.slice(8, 12)).toEqual(['8', '9', 'b', 'c']);
    for (const key of many) expect([...key]).toHaveLength(1);
    for (const key of 'hjklgGqempsox') expect(many).not.toContain(key);
  });
});

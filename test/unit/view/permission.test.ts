import { describe, expect, it } from 'vitest';
import { newSession, type PermissionRequest, type SessionState } from '../../../src/model/state';
import type { PermissionOption } from '../../../src/protocol/schema.gen';
import { permissionCards } from '../../../src/view/permission';
import { permissionKeys } from '../../../src/view/permission-keys';
import { showLines } from './show';

const option = (kind: string, name: string = kind): PermissionOption => ({
  optionId: name,
  name,
  kind: kind as PermissionOption['kind'],
});

function session(...requests: Partial<PermissionRequest>[]): SessionState {
  const permissions = requests.map(
    (fields, index): PermissionRequest => ({
      id: `p${index + 1}`,
      toolCallId: 'c1',
      title: 'Do it',
      kind: 'other',
      options: [option('allow_once', 'Yes'), option('reject_once', 'No')],
      content: [],
      locations: [],
      ...fields,
    }),
  );
  return { ...newSession('demo', '/project'), id: 's1', permissions };
}

const show = (request: Partial<PermissionRequest>): string =>
  showLines(permissionCards(session(request), 3)[0]?.lines ?? []);

describe('permission cards', () => {
  it('carry whose they are and the options under their own names', () => {
    expect(permissionCards(session({ title: 'Write\nfile' }, {}), 3)).toMatchObject([
      {
        id: 'p1',
        session: 's1',
        view: 3,
        title: 'Write file',
        options: [
          { optionId: 'Yes', name: 'Yes', kind: 'allow_once', key: 'a' },
          { optionId: 'No', name: 'No', kind: 'reject_once', key: 'r' },
        ],
      },
      { id: 'p2' },
    ]);
  });

  it('are the same objects as long as the questions are', () => {
    const state = session({}, {});
    const later = { ...state, turns: 5, permissions: state.permissions.slice(1) };
    expect(permissionCards(later, 3)[0]).toBe(permissionCards(state, 3)[1]);
    expect(permissionCards(state, 4)[0]).toMatchObject({ view: 4 });
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
      "$ execute  Run a script
      ^^^^^^^^^ AcpToolKind
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
      "✎ edit  Edit two files
      ^^^^^^ AcpToolKind
              ^^^^^^^^^^^^^^ AcpPermissionTitle
        c
        ^ AcpPath
        { "text": "two" }
        ^^^^^^^^^^^^^^^^^ AcpOutput
        a  +1 −1
        ^ AcpDiffHeader
           ^^ AcpDiffAdd
              ^^ AcpDiffDelete
        - one  «AcpDiffDelete»
        + two  «AcpDiffAdd»
        a  +1 −1
        ^ AcpDiffHeader
           ^^ AcpDiffAdd
              ^^ AcpDiffDelete
        - x  «AcpDiffDelete»
        + y  «AcpDiffAdd»"
    `);
  });

  it('show the raw input when nothing says it better, with hidden characters made visible', () => {
    expect(
      show({ kind: 'fetch', rawInput: { url: 'http://good\u202e.example', list: [1, null] } }),
    ).toMatchInlineSnapshot(`
      "⇣ fetch  Do it
      ^^^^^^^ AcpToolKind
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
      "• other  Do it
      ^^^^^^^ AcpToolKind
               ^^^^^ AcpPermissionTitle
        Which one?
        ^^^^^^^^^^ AcpOutput
        <U+200B>Say
        ^^^^^^^^^^^ AcpOutput"
    `);
  });

  it('show far more of a diff than the transcript does', () => {
    const newText = Array.from({ length: 1500 }, (_, n) => `${n}\n`).join('');
    const [card] = permissionCards(
      session({ content: [{ type: 'diff', path: '/a', newText }] }),
      1,
    );
    expect(card?.lines).toHaveLength(1502);
    expect(card?.isCut).toBeUndefined();
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
    for (const key of 'hjklgGq') expect(many).not.toContain(key);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageEntry } from '../../../src/model/state';
import type { ContentBlock } from '../../../src/protocol/schema.gen';
import { textOf, withMarks } from '../../../src/view/line';
import { MessageView } from '../../../src/view/message';
import { allLines } from '../../../src/view/pieces';
import { showBlock } from './show';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });

function entry(kind: MessageEntry['kind'], content: ContentBlock[], done = true): MessageEntry {
  return { kind, id: 'e1', content, done };
}

const show = (kind: MessageEntry['kind'], ...content: ContentBlock[]): string =>
  showBlock(new MessageView(kind).draw(entry(kind, content), 60));

describe('messages', () => {
  it('show what the user said as it is: the bar beside it is no text', () => {
    expect(show('user', text('Fix it:\n```js\na()\n```'))).toMatchInlineSnapshot(`
      "M |Fix it:  «AcpUser»
      M |\`\`\`js  «AcpUser»  {open}
      M |a()  «AcpUser»
      M |\`\`\`  «AcpUser»  {close}
        |"
    `);
  });

  it('show the answer as plain Markdown, with its fences marked', () => {
    const answer = 'Two ways:\n\n```lua\nlocal x\n~~~\n```\n~~~~ text\n```\n~~~~~\nDone `x`.\n\n';
    expect(show('agent', text(answer))).toMatchInlineSnapshot(`
      "M |Two ways:
      M |
      M |\`\`\`lua  {open}
      M |local x
      M |~~~
      M |\`\`\`  {close}
      M |~~~~ text  {open}
      M |\`\`\`
      M |~~~~~  {close}
      M |Done \`x\`.
        |"
    `);
  });

  it('take inline code and short closing fences for what they are', () => {
    expect(show('agent', text('``` a`b\n````\n```\n    ````\n   ````'))).toMatchInlineSnapshot(`
      "M |\`\`\` a\`b
      M |\`\`\`\`  {open}
      M |\`\`\`
      M |    \`\`\`\`
      M |   \`\`\`\`  {close}
        |"
    `);
  });

  it('show thoughts folded under their first words', () => {
    const thought = '**Looking at the file**\n\nThe user wants a change.';
    expect(show('thought', text(thought))).toMatchInlineSnapshot(`
      "> |▸ Thought  Looking at the file  +3 lines  «AcpThought»
      F |▾ Thought  «AcpThought»
      F |**Looking at the file**  «AcpThought»
      F |  «AcpThought»
      F |The user wants a change.  «AcpThought»
        |"
    `);
  });

  it('say that thinking goes on', () => {
    const block = new MessageView('thought').draw(
      entry('thought', [text('Let me see')], false),
      60,
    );
    expect(showBlock(block)).toMatchInlineSnapshot(`
      "> |▸ Thinking  Let me see  +1 line  «AcpThought»
      F |▾ Thinking  «AcpThought»
      F |Let me see  «AcpThought»
        |"
    `);
  });

  it('say how long a thought took, from a second on', () => {
    const said = (took: number): string[] => {
      const thought = { ...entry('thought', [text('Let me see')], true), took };
      const { lines, fold } = new MessageView('thought').draw(thought, 60);
      return [lines[0] ?? '', fold?.closed ?? ''].map(textOf);
    };
    expect(said(999)).toEqual(['▾ Thought', '▸ Thought  Let me see  +1 line']);
    expect(said(4200)).toEqual(['▾ Thought for 4 s', '▸ Thought for 4 s  Let me see  +1 line']);
  });

  it('show of a thought as many words as the window has room for', () => {
    const header = (width: number, done: boolean): string =>
      textOf(
        new MessageView('thought').draw(entry('thought', [text('x'.repeat(90))], done), width).fold
          ?.closed ?? '',
      );
    expect(header(60, true)).toBe(`▸ Thought  ${'x'.repeat(36)}…  +1 line`);
    expect(header(60, false)).toBe(`▸ Thinking  ${'x'.repeat(35)}…  +1 line`);
    expect(header(10, true)).toBe(`▸ Thought  ${'x'.repeat(19)}…  +1 line`);
  });

  it('that are long have their header once, above all the rest', () => {
    const value = Array.from({ length: 600 }, (_, n) => `line ${n}`).join('\n');
    for (const [kind, header] of [
      ['user', []],
      ['thought', ['▾ Thought']],
      ['agent', []],
    ] as const) {
      const block = new MessageView(kind).draw(entry(kind, [text(value)]), 60);
      expect(block.sealed?.length).toBeGreaterThan(0);
      expect(allLines(block).map(textOf)).toEqual([...header, ...value.split('\n'), '']);
    }
  });

  it('of the user hide nothing of what was typed', () => {
    const block = new MessageView('user').draw(entry('user', [text('a\nb')]), 60);
    expect(block.markdown).toEqual({ from: 0, to: 1, verbatim: true });
  });

  it('show thoughts under words without the stars around them', () => {
    expect(show('thought', text('**a * b**'))).toContain('▸ Thought  a * b  +1 line  «');
  });

  it('align tables of the agent only, and mark fences of all but thoughts', () => {
    const table = '| a | b |\n|-|-|\n| long | c |\n';
    const row = (kind: MessageEntry['kind']): string =>
      new MessageView(kind)
        .draw(entry(kind, [text(table)]), 60)
        .lines.map(textOf)
        .find((shown) => shown.startsWith('| a')) ?? '';
    expect(row('agent')).not.toBe('| a | b |');
    expect([row('user'), row('thought')]).toEqual(['| a | b |', '| a | b |']);
    const fences = (kind: MessageEntry['kind']): number =>
      new MessageView(kind)
        .draw(entry(kind, [text('```\na\n```')]), 60)
        .lines.filter((shown) => withMarks(shown).fence).length;
    expect([fences('agent'), fences('user'), fences('thought')]).toEqual([2, 2, 0]);
  });

  it('name what cannot be shown, never its data', () => {
    const blocks: ContentBlock[] = [
      text('Here:'),
      { type: 'image', mimeType: 'image/png', data: 'A'.repeat(40_000) },
      { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
      { type: 'resource_link', name: 'main.ts', uri: 'file:///p/main.ts', size: 2_500_000 },
      {
        type: 'resource',
        resource: { uri: 'file:///p/a.md', mimeType: 'text/markdown', text: 'é' },
      },
      { type: 'resource', resource: { uri: 'x:\x1b[31m\nblob', blob: 'AAAA' } },
      text('and more'),
    ];
    expect(show('agent', ...blocks)).toMatchInlineSnapshot(`
      "M |Here:
      M |[image] image/png · 30.0 kB
        |^^^^^^^ AcpMuted
        |        ^^^^^^^^^ AcpPath
        |                 ^^^^^^^^^^ AcpMuted
      M |[audio] audio/wav · 3 B
        |^^^^^^^ AcpMuted
        |        ^^^^^^^^^ AcpPath
        |                 ^^^^^^ AcpMuted
      M |[link] main.ts · file:///p/main.ts · 2.5 MB
        |^^^^^^ AcpMuted
        |       ^^^^^^^ AcpPath
        |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ AcpMuted
      M |[file] file:///p/a.md · text/markdown · 2 B
        |^^^^^^ AcpMuted
        |       ^^^^^^^^^^^^^^ AcpPath
        |                     ^^^^^^^^^^^^^^^^^^^^^^ AcpMuted
      M |    é  «AcpOutput»
      M |[file] x: blob · 3 B
        |^^^^^^ AcpMuted
        |       ^^^^^^^ AcpPath
        |              ^^^^^^ AcpMuted
      M |and more
        |"
    `);
  });

  it('leave out blank lines at both ends', () => {
    expect(show('agent', text('\n \nfirst\n\nlast\n\n \n'))).toMatchInlineSnapshot(`
      "M |first
      M |
      M |last
        |"
    `);
  });

  it('without anything to show have no lines', () => {
    expect(new MessageView('agent').draw(entry('agent', [text('\n')]), 60).lines).toEqual([]);
    expect(new MessageView('thought').draw(entry('thought', [text('')]), 60).lines).toEqual([]);
  });

  it('let no escape sequence through', () => {
    expect(show('agent', text('a\x1b[2Jb\r\nc\x07'))).toMatchInlineSnapshot(`
      "M |ab
      M |c␇
        |"
    `);
  });
});

describe('a message that streams in', () => {
  const piece = fc.constantFrom(
    'a',
    'word ',
    '\n',
    '\n\n',
    '```',
    '```js\n',
    '~~~\n',
    '\x1b[1m',
    '\x1b',
    '[31m',
    '\r',
    '👍',
    '  ',
    '| a | b |\n',
    '|-|-|\n',
    '| a | b |\n|-|-|\n',
    '| ',
  );
  const kind = fc.constantFrom('user' as const, 'agent' as const, 'thought' as const);

  it('looks in the end as if it had come at once', () => {
    fc.assert(
      fc.property(kind, fc.array(piece, { maxLength: 30 }), (who, pieces) => {
        const view = new MessageView(who);
        let sofar = '';
        for (const next of pieces) {
          sofar += next;
          view.draw(entry(who, [text(sofar)], false), 60);
        }
        const whole = entry(who, [text(sofar)]);
        expect(view.draw(whole, 60)).toEqual(new MessageView(who).draw(whole, 60));
      }),
      { numRuns: 1000 },
    );
  });

  const picture = (data: string): ContentBlock => ({ type: 'image', mimeType: 'image/png', data });
  const same = picture('');
  it.each<[what: string, before: ContentBlock[], after: ContentBlock[]]>([
    ['a text as long', [text('one')], [text('two')]],
    ['a longer text', [text('one')], [text('two and more')]],
    ['a shorter text', [text('one')], [text('on')]],
    ['a text in front', [text('a'), same], [text('x'), same]],
    ['a longer text in front', [text('a'), same], [text('ab'), same]],
    ['less in front', [text('a'), same], [same]],
    ['a picture for a text', [text('a')], [picture('')]],
    ['a text for a picture', [picture('')], [text('a')]],
    ['another picture', [picture('')], [picture('AAAA')]],
    ['less', [text('a'), picture('')], [text('a')]],
  ])('starts over when it turns out to be %s', (_, before, after) => {
    const view = new MessageView('agent');
    view.draw(entry('agent', before, false), 60);
    const whole = entry('agent', after);
    expect(view.draw(whole, 60)).toEqual(new MessageView('agent').draw(whole, 60));
    expect(JSON.stringify(view.draw(whole, 60).lines)).not.toContain('one');
  });

  it('joins characters across its pieces as within one', () => {
    const view = new MessageView('agent');
    view.draw(entry('agent', [text('👩')], false), 60);
    expect(view.draw(entry('agent', [text('👩\u200d💻')]), 60).lines).toEqual(['👩\u200d💻', '']);
    const lone = new MessageView('agent');
    lone.draw(entry('agent', [text('a')], false), 60);
    expect(lone.draw(entry('agent', [text('a\u200db')]), 60)).toEqual(
      new MessageView('agent').draw(entry('agent', [text('a\u200db')]), 60),
    );
  });

  it('goes on in the same line only where a part says so', () => {
    const on = Object.assign(text('b'), { continues: true });
    expect(new MessageView('agent').draw(entry('agent', [text('a'), on]), 60).lines).toEqual([
      'ab',
      '',
    ]);
    expect(new MessageView('agent').draw(entry('agent', [text('a'), text('b')]), 60).lines).toEqual(
      ['a', 'b', ''],
    );
  });

  it('may be drawn at any chunk with other content between', () => {
    const view = new MessageView('agent');
    const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: '' };
    view.draw(entry('agent', [text('one\x1b[')], false), 60);
    view.draw(entry('agent', [text('one\x1b[1m two'), image], false), 60);
    const whole = entry('agent', [text('one\x1b[1m two'), image, text('three')]);
    expect(view.draw(whole, 60).lines).toEqual(new MessageView('agent').draw(whole, 60).lines);
    expect(showBlock(view.draw(whole, 60))).toMatchInlineSnapshot(`
      "M |one two
      M |[image] image/png · 0 B
        |^^^^^^^ AcpMuted
        |        ^^^^^^^^^ AcpPath
        |                 ^^^^^^ AcpMuted
      M |three
        |"
    `);
  });

  it('starts over when it turns out to be another text', () => {
    const view = new MessageView('agent');
    view.draw(entry('agent', [text('one two')], false), 60);
    expect(view.draw(entry('agent', [text('other')]), 60).lines).toEqual(['other', '']);
  });

  it('is taken in anew in another width only when it has tables', () => {
    const draw = (view: MessageView, value: string, width: number) =>
      view.draw(entry('agent', [text(value)]), width);
    const long = 'a line\n'.repeat(600);
    const plain = new MessageView('agent');
    const before = draw(plain, long, 60);
    const after = draw(plain, long, 30);
    expect(before.sealed?.length).toBeGreaterThan(0);
    expect(after.sealed?.every((piece, at) => piece === before.sealed?.[at])).toBe(true);
    const cells = `| a | b |\n|-|-|\n| ${'word '.repeat(12)}| b |\n\n${long}`;
    const tables = new MessageView('agent');
    draw(tables, cells, 60);
    expect(draw(tables, cells, 30)).toEqual(draw(new MessageView('agent'), cells, 30));
  });

  it('keeps what was handed out as it was', () => {
    const view = new MessageView('agent');
    const first = view.draw(entry('agent', [text('one\ntwo')], false), 60);
    view.draw(entry('agent', [text('one\ntwo more\nthree')], false), 60);
    expect(first.lines).toEqual(['one', 'two', '']);
  });
});

import { expect, it } from 'vitest';
import { List } from '../../../../src/base/list';
import { type Entry, newSession } from '../../../../src/model/state';
import { ChatView } from '../../../../src/view/chat';
import { textOf } from '../../../../src/view/line';
import {
  earlierSection,
  rowAt,
  rowsOf,
  transcriptSections,
} from '../../../../src/view/surfaces/transcript';

const said = (id: string, text: string): Entry => ({
  kind: 'agent',
  id,
  done: true,
  content: [{ type: 'text', text }],
});
const notice: Entry = { kind: 'notice', id: 'n', level: 'info', text: 'news' };
const link: Entry = {
  kind: 'agent',
  id: 'l',
  done: true,
  content: [{ type: 'resource_link', name: 'readme', uri: 'file:///project/README.md' }],
};

const state = {
  ...newSession('demo', '/project'),
  entries: List.of([said('e1', 'one'), notice, said('e2', 'two'), link]),
};
const view = () => new ChatView({ onError: () => {} });

function texts(sections: ReturnType<typeof transcriptSections>): string[] {
  return sections.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.map(textOf)));
}

it('shows what another host has drawn above all else, and of the entries there only notices', () => {
  const earlier = earlierSection(2);
  const shown = transcriptSections(view(), { state, width: 80, earlier, hidden: 3 });
  expect(shown[0]).toBe(earlier);
  expect(texts(shown)).not.toContain('one');
  expect(texts(shown)).not.toContain('two');
  expect(texts(shown).join()).toMatch(/^,,.*news/);
});

it('gives the same section for what has not changed', () => {
  const drawn = view();
  const model = { state, width: 80, hidden: 0 };
  const [first] = transcriptSections(drawn, model);
  expect(transcriptSections(drawn, { ...model, state: { ...state, turns: 7 } })[0]).toBe(first);
});

it('knows what every row opens, also below what another host has drawn', () => {
  const model = { state, width: 80, hidden: 0 };
  const sections = transcriptSections(view(), { ...model, earlier: earlierSection(5) });
  const row = texts(sections).findIndex((text) => text.includes('readme'));
  expect(rowAt(sections, row)?.target).toMatchObject({ kind: 'file', path: '/project/README.md' });
  expect(rowAt(sections, row - 5)?.target).toBeUndefined();
  expect(rowAt(sections, rowsOf(sections))?.target).toBeUndefined();
});

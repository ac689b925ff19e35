import { expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import { type NoticeEntry, newSession, type SessionState } from '../../../src/model/state';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

type Fields = Readonly<Record<string, unknown>>;

const update = (fields: Fields): SessionUpdate =>
  ({ sessionUpdate: 'compaction_update', compactionId: 'c', ...fields }) as SessionUpdate;
const chunk = (text: string): SessionUpdate => ({
  sessionUpdate: 'compaction_summary_chunk',
  compactionId: 'c',
  content: { type: 'text', text },
});
const said = (...updates: SessionUpdate[]): SessionState =>
  updates.reduce<SessionState>(
    (state, one) => reduce(state, { type: 'update', update: one }),
    newSession('scripted', '/p'),
  );
const notices = (...updates: SessionUpdate[]): NoticeEntry[] =>
  said(...updates).entries.filter((entry) => entry.kind === 'notice');

it.each<[Fields, Partial<NoticeEntry>]>([
  [{}, { level: 'info', text: 'Compacting the context…' }],
  [{ status: 'in_progress' }, { level: 'info', text: 'Compacting the context…' }],
  [{ status: 'completed' }, { level: 'info', text: 'The context was compacted' }],
  [{ status: 'paused' }, { level: 'info', text: 'Compacting the context: paused' }],
  [
    { status: 'completed', error: 'no room' },
    { level: 'warn', text: 'Compacting the context failed: no room' },
  ],
  [{ error: null }, { level: 'info', text: 'Compacting the context…' }],
])('compaction sent as %j is a notice', (fields, notice) => {
  expect(notices(update(fields))).toMatchObject([notice]);
});

it('a summary comes whole or in pieces, and anything but text in it is named', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  expect(notices(update({ summary: [{ type: 'text', text: 'short ' }, image] }))).toMatchObject([
    { detail: 'short [image]' },
  ]);
  expect(notices(chunk('a'), chunk('b'))).toMatchObject([
    { text: 'Compacting the context…', level: 'info', detail: 'ab' },
  ]);
});

it('a summary stays when it is left out and goes with null', () => {
  expect(notices(chunk('a'), update({ status: 'completed' }))).toMatchObject([{ detail: 'a' }]);
  expect(notices(chunk('a'), update({ summary: null }))[0]).not.toHaveProperty('detail');
  expect(notices(update({}))[0]).not.toHaveProperty('detail');
});

it('two compactions are two notices', () => {
  expect(notices(chunk('a'), update({ compactionId: 'd' }))).toHaveLength(2);
});

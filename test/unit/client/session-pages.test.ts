import { describe, expect, it } from 'vitest';
import { allPages } from '../../../src/client/session-pages';

const info = (sessionId: string) => ({ sessionId, cwd: '/project' });

describe('the pages of a list of sessions', () => {
  it('are asked for by the cursor of the page before, until there is none', async () => {
    const asked: (string | undefined)[] = [];
    const found = await allPages(async (cursor) => {
      asked.push(cursor);
      if (cursor === undefined) return { sessions: [info('a'), info('b')], nextCursor: 'two' };
      if (cursor === 'two') return { sessions: [], nextCursor: 'three' };
      return { sessions: [info('c')], nextCursor: null };
    });
    expect(asked).toEqual([undefined, 'two', 'three']);
    expect(found.map(({ sessionId }) => sessionId)).toEqual(['a', 'b', 'c']);
  });

  it('end where a cursor comes again, and no session is there twice', async () => {
    let pages = 0;
    const found = await allPages(async () => {
      pages++;
      return { sessions: [info('a')], nextCursor: 'same' };
    });
    expect(pages).toBe(2);
    expect(found).toHaveLength(1);
  });

  it('end after a hundred', async () => {
    let pages = 0;
    await allPages(async () => ({ sessions: [], nextCursor: String(++pages) }));
    expect(pages).toBe(100);
  });
});

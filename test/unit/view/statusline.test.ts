import { expect, it } from 'vitest';
import { statusline } from '../../../src/view/statusline';

const calm = { phase: 'ready', pending: 0, queued: 0, sessions: 1, follow: 'off' } as const;

it.each([
  [{ phase: 'off' }, ''],
  [{ phase: 'idle' }, ''],
  [{}, '○ acp'],
  [{ agent: 'Kimi', phase: 'failed' }, '✗ Kimi'],
  [{ agent: '100% %#Error# Agent\n', queued: 2 }, '○ 100%% %%#Error# Agent +2'],
  [{ follow: 'on' }, '○ acp follow'],
  [{ follow: 'paused' }, '○ acp follow paused'],
] as const)('of %j the statusline says "%s"', (facts, text) => {
  expect(statusline({ ...calm, ...facts })).toBe(text);
});

it('a click on the count of open questions goes there', () => {
  expect(statusline({ ...calm, pending: 2 })).toMatch(/^○ acp %@v:lua\.[^@]+\.click@\?2%X$/);
});

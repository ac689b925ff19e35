import { expect, it } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { act, answer } from '../../../../src/host/lua-door/dispatch';

const BUILD = /built from another version of the plugin; run `npm ci .*npm run build`/;

it('what the host does not know says what to do after an update without a build', async () => {
  const replies: unknown[][] = [];
  const tools = { log: silentLogger, reply: (...args: unknown[]) => replies.push(args) };
  await act(tools as never, 'from the future', { cb: 7 });
  expect(replies).toEqual([[7, expect.stringMatching(BUILD)]]);
  expect(() => answer(tools as never, 'from the future', {})).toThrow(BUILD);
});

import { expect, test } from 'vitest';
import { readBufferLines } from '../../../../src/files/buffers/buffer-text';
import type { Lua } from '../../../../src/nvim/lua';

test('a large buffer is read in slices of bounded size, two on their way at a time', async () => {
  const lines = Array.from({ length: 50_000 }, (_, row) => `line ${row} ${'x'.repeat(90)}`);
  const raw = lines.map((line) => `\n${line}`).join('');
  const info = { bufnr: 1, changedtick: 7, lines: lines.length, bytes: raw.length };
  const largest = { slice: 0, inFlight: 0 };
  let inFlight = 0;
  const lua = {
    call: async (fn: string, _: unknown, from: number, to: number) => {
      if (fn === 'buffers.find') return info;
      largest.inFlight = Math.max(largest.inFlight, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, from % 3));
      inFlight--;
      const text = lines
        .slice(from, to)
        .map((line) => `\n${line}`)
        .join('');
      largest.slice = Math.max(largest.slice, text.length);
      return { text, changedtick: info.changedtick };
    },
  } as unknown as Lua;
  expect((await readBufferLines(lua, '/a.txt'))?.raw).toBe(raw);
  expect(largest.inFlight).toBe(2);
  expect(largest.slice).toBeLessThan(300_000);
});

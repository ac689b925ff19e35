import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GROUPS } from '../../../src/view/groups';

it('every highlight group that views use has a default in lua/acp/ui/hl.lua', () => {
  const source = readFileSync('lua/acp/ui/hl.lua', 'utf8');
  expect(GROUPS.filter((group) => !new RegExp(`\\b${group}\\b`).test(source))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LINKS } from '../../../src/view/groups';

it('every highlight group has its default in lua/acp/ui/links.lua', () => {
  const source = readFileSync('lua/acp/ui/links.lua', 'utf8');
  const missing = Object.entries(LINKS).filter(
    ([group, target]) => !source.includes(`  ${group} = '${target}',\n`),
  );
  expect(missing).toEqual([]);
});

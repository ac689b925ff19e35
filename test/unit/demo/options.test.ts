import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SCRIPT = join(__dirname, '../../../scripts/demo-options.mjs');

it('an agent of which scripts/demo knows the command alone is called by it, in short', () => {
  const title = (command: string): string =>
    JSON.parse(execFileSync('node', [SCRIPT, 'node', '--agent-command', command]).toString()).agents
      .custom.title;
  expect(title('/opt/bin/my-agent --acp')).toBe('my-agent --acp');
  expect(title(`node "/a dir/agent.mjs" one/`)).toBe('node agent.mjs one/');
  expect(title(`agent ${'x'.repeat(60)}`)).toMatch(/^agent x{33}…$/);
});

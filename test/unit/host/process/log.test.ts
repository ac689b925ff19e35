import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLog } from '../../../../src/host/process/log';

it('the log is the user’s alone, and is turned over while it is written', () => {
  const dir = mkdtempSync(join(tmpdir(), 'acp-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const { log, path } = openLog(dir, 'info');
  log.info('first');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (let count = 0; count < 12; count++) log.info('x'.repeat(1024 * 1024));
  expect(existsSync(`${path}.old`)).toBe(true);
  expect(statSync(path).size).toBeLessThan(6 * 1024 * 1024);
});

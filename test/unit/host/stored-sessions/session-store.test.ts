import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { Remembered } from '../../../../src/host/stored-sessions/session-store';

let folder = '';
let file = '';

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'acp-state-')), 'new');
  file = join(folder, 'sessions.json');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
});

const make = (): Remembered => new Remembered(folder, silentLogger);
const session = (cwd: string, id: string, title?: string) => ({
  cwd,
  agent: 'a',
  id,
  updatedAt: '2026-11-20T12:00:00Z',
  ...(title ? { title } : {}),
});

describe('the last session of a folder', () => {
  it('is remembered for each agent, also for another Neovim', () => {
    make().put(session('/p', 'one', 'First'));
    make().put(session('/p', 'two'));
    make().put({ ...session('/p', 'other'), agent: 'b' });
    expect(make().last('/p', 'a')).toEqual(session('/p', 'two'));
    expect(make().last('/p', 'b')?.id).toBe('other');
    expect(make().last('/q', 'a')).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['sessions.json']);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is forgotten when it is deleted', () => {
    const remembered = make();
    remembered.put(session('/p', 'one'));
    remembered.forget('b', 'one');
    expect(remembered.last('/p', 'a')?.id).toBe('one');
    remembered.forget('a', 'one');
    expect(remembered.last('/p', 'a')).toBeUndefined();
  });

  it('does not make the file grow for ever', () => {
    const remembered = make();
    for (let count = 0; count < 250; count++) {
      remembered.put(session(`/p${count}`, 's', 'x'.repeat(10_000)));
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(200);
    expect(statSync(file).size).toBeLessThan(100_000);
    expect(remembered.last('/p0', 'a')).toBeUndefined();
    expect(remembered.last('/p249', 'a')?.title).toHaveLength(200);
  });

  it.each(['', '{', '{"a":1}', '[1, null, {"cwd":"/p"}]', '[{"cwd":"/p","agent":"a","id":7}]'])(
    'survives a spoilt file: %s',
    (text) => {
      const remembered = make();
      remembered.put(session('/q', 'kept'));
      writeFileSync(file, text);
      expect(remembered.last('/p', 'a')).toBeUndefined();
      remembered.put(session('/p', 'new'));
      expect(remembered.last('/p', 'a')?.id).toBe('new');
    },
  );

  it('is not worth an error when it cannot be written', () => {
    const remembered = new Remembered('/dev/null/nowhere', silentLogger);
    remembered.put(session('/p', 'one'));
    expect(remembered.last('/p', 'a')).toBeUndefined();
  });
});

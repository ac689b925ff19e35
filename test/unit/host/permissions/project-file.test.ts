import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { Drafts } from '../../../../src/files/disk/drafts';
import {
  editProjectFile,
  projectRules,
  writeProjectFile,
} from '../../../../src/host/permissions/project-file';

const BEFORE = `{
  "mine": 1,
  "permissions": { "rules": [
    { "allow": true, "command": "make" },
    { "deny": true, "path": "**/.env" }
  ] }
}
`;

describe('the file with the rules of a project', () => {
  it('gets a rule, and keeps all the rest', () => {
    expect(editProjectFile({ before: BEFORE, text: 'ask kind=fetch' }).after).toBe(
      BEFORE.replace('"**/.env" }', '"**/.env" },\n    { "ask": true, "kind": "fetch" }'),
    );
    expect(JSON.parse(editProjectFile({ before: '', text: 'deny' }).after ?? '')).toEqual({
      permissions: { rules: [{ deny: true }] },
    });
  });

  it('has the rule that was meant changed or removed, and returns its line', () => {
    const rule = 'allow command=make';
    expect(editProjectFile({ before: BEFORE, n: 1, rule, text: 'deny command=make' })).toEqual({
      after: BEFORE.replace('"allow": true, "command"', '"deny": true, "command"'),
      line: 4,
    });
    expect(editProjectFile({ before: BEFORE, n: 1, rule }).after).toBe(
      BEFORE.replace('{ "allow": true, "command": "make" },\n    ', ''),
    );
    expect(editProjectFile({ before: BEFORE, n: 2, rule }).problem).toContain('has changed since');
    expect(editProjectFile({ before: BEFORE, n: 7, rule }).problem).toContain('has changed since');
    expect(editProjectFile({ before: '{', text: 'deny' }).problem).toContain('no JSON');
    expect(editProjectFile({ before: '', text: 'perhaps' }).problem).toContain('expected allow');
    expect(editProjectFile({ before: '', text: 'allow path=a command=b' }).problem).toContain(
      'allow one or the other',
    );
  });

  it('says which rules hold, with comments or without', () => {
    const text = BEFORE.replace('"mine": 1,', '// mine');
    expect(projectRules(text)).toEqual([
      { effect: 'allow', source: 'project', command: 'make' },
      { effect: 'deny', source: 'project', path: '**/.env' },
    ]);
    expect(projectRules('{}')).toEqual([]);
  });

  it.each([
    ['{ "allow": true, "deny": true }', 'rule 2: expected { allow|ask|deny'],
    ['{ "allow": false }', 'rule 2: expected { allow|ask|deny'],
    ['{ "allow": true, "comand": "make" }', 'rule 2: expected { allow|ask|deny'],
    ['{ "allow": true, "command": " " }', 'rule 2: expected { allow|ask|deny'],
    ['{ "allow": true, "command": ["make"] }', 'rule 2: expected { allow|ask|deny'],
    ['"allow"', 'rule 2: expected { allow|ask|deny'],
    ['{ "deny": true, "kind": "write" }', 'rule 2: expected one of read, edit'],
    ['{ "allow": true, "path": "a", "command": "b" }', 'allow one or the other'],
  ])('has no rules at all when one is wrong: %s', (rule, problem) => {
    const text = `{ "permissions": { "rules": [{ "deny": true }, ${rule}] } }`;
    expect(() => projectRules(text)).toThrow(problem);
  });

  it('has words of a command that look like a condition as what they are', () => {
    const text = '{ "permissions": { "rules": [{ "allow": true, "command": "make path=x" }] } }';
    expect(projectRules(text)).toEqual([
      { effect: 'allow', source: 'project', command: 'make path=x' },
    ]);
  });

  it('is written only when it is still what it was, in one piece, with its mode', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acp-project-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, '.acp.json');
    const drafts = new Drafts(join(folder, 'state'), silentLogger);
    const write = (before: string | undefined, after: string): Promise<void> =>
      writeProjectFile(path, before, after, drafts);
    await write(undefined, 'one');
    expect(readFileSync(path, 'utf8')).toBe('one');
    await expect(write(undefined, 'two')).rejects.toThrow('changed meanwhile');
    await expect(write('other', 'two')).rejects.toThrow('changed meanwhile');
    chmodSync(path, 0o640);
    await write('one', 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o640);
    writeFileSync(path, Buffer.from([0xff, 0x0a]));
    await expect(write('\ufffd\n', 'x')).rejects.toThrow('changed meanwhile');
    rmSync(path);
    await expect(write('two', 'x')).rejects.toThrow('changed meanwhile');
  });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesMatching } from '../../../../src/files/paths/glob-files';
import { realPathSync } from '../../../../src/files/paths/real-path';
import { decide } from '../../../../src/rules/decide';
import { command, rule } from '../../../support/rules';

describe('the files that a pattern stands for', () => {
  let base: string;
  let cwd: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'acp-glob-')));
    cwd = join(base, 'project');
    mkdirSync(join(cwd, 'src'), { recursive: true });
    mkdirSync(join(base, 'keys'));
    for (const file of ['project/src/A.ts', 'project/src/.hidden', 'keys/id', 'key']) {
      writeFileSync(join(base, file), '');
    }
    symlinkSync('../keys', join(cwd, 'link'));
    symlinkSync('../../key', join(cwd, 'src/conf.ts'));
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const names = (pattern: string) =>
    filesMatching(join(cwd, pattern))
      ?.map((path) => path.slice(cwd.length + 1))
      .sort();

  it('are all that a shell may put in its place, whatever its options', () => {
    expect(names('src/*')).toEqual(['src/.hidden', 'src/A.ts', 'src/conf.ts']);
    expect(names('src/a*')).toEqual(['src/A.ts']);
    expect(names('s*/c*.ts')).toEqual(['src/conf.ts']);
    expect(names('li*/id')).toEqual(['link/id']);
    expect(names('link/i*')).toEqual(['link/id']);
    expect(names('src/A.ts/*')).toEqual([]);
    expect(names('no/*')).toEqual([]);
  });

  it('are unknown where there are too many', () => {
    const many = join(base, 'many');
    mkdirSync(many);
    for (let index = 0; index <= 10_000; index++) writeFileSync(join(many, `${index}`), '');
    expect(filesMatching(join(many, '1*'))).toBeUndefined();
  });

  it('are denied where a link among them leads to what is denied', () => {
    const rules = ['allow command=cat *', `deny path=${base}/key*`, `deny path=${base}/keys/**`];
    const effectOf = (line: string) =>
      decide(command(line), rules.map(rule), {
        agent: 'a',
        cwd,
        realPath: realPathSync,
        filesMatching,
      }).effect;
    expect(effectOf('cat src/A*')).toBe('allow');
    expect(effectOf('cat src/co*')).toBe('deny');
    expect(effectOf('cat l*/id')).toBe('deny');
    expect(effectOf('cat link/i*')).toBe('deny');
  });
});

import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Confinement } from '../../../../src/files/paths/confine';
import { admit } from '../../../../src/files/paths/paths';
import { Roots } from '../../../../src/files/paths/roots';

const { signal } = new AbortController();

describe('a file of the deny list', () => {
  let base: string;
  beforeAll(() => {
    // The project lies in a folder of a denied name itself, and is known by a link.
    base = realpathSync(mkdtempSync(join(tmpdir(), 'acp-confine-')));
    const dir = join(base, '.git/project');
    for (const folder of ['sub', 'dotfiles/ssh', 'vault']) {
      mkdirSync(join(dir, folder), { recursive: true });
    }
    for (const file of ['.env', 'sub/.Env.local', 'dotfiles/ssh/config', 'vault/key', 'notes']) {
      writeFileSync(join(dir, file), '');
    }
    symlinkSync('.env', join(dir, 'plain'));
    symlinkSync('notes', join(dir, '.envrc'));
    symlinkSync('dotfiles/ssh', join(dir, '.ssh'));
    symlinkSync('vault', join(dir, 'secrets'));
    symlinkSync('.git/project', join(base, 'link'));
    linkSync(join(dir, '.env'), join(dir, 'hard'));
  });
  afterAll(() => rmSync(base, { recursive: true }));

  const reads = (root: string, path: string): Promise<string> => {
    const deny = ['.env*', '.ssh/**', '.git/**', `${base}/link/secrets/**`];
    const { confine } = new Confinement({
      deny: () => deny,
      outside: () => 'allow',
      roots: new Roots(),
    });
    const scope = { session: 's', roots: [join(base, root)] };
    return admit('read', scope, join(base, root, path), confine, signal);
  };

  describe.each(['.git/project', 'link'])('of the project %s', (root) => {
    test.each([
      ['by its name', '.env'],
      ['in another case', 'sub/.Env.local'],
      ['by where its name leads', 'plain'],
      ['by the name of a link to another', '.envrc'],
      ['in a folder that is a link by its name', '.ssh/config'],
      ['in such a folder, the long way', 'sub/../.ssh/config'],
      ['that does not exist yet', '.ssh/new'],
    ])('%s', async (_, path) => {
      await expect(reads(root, path)).rejects.toThrow('keeps agents off');
    });

    test.each(['notes', 'dotfiles/ssh/config', 'hard'])('is not %s', async (path) => {
      expect(await reads(root, path)).toBe(join(base, '.git/project', path));
    });
  });

  test('by its whole path, in a folder that is a link', async () => {
    await expect(reads('link', 'secrets/key')).rejects.toThrow('keeps agents off');
  });
});

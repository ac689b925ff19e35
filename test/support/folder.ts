/** Real folders and repositories for tests. */
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Folder extends Disposable {
  /** A real path. */
  readonly dir: string;
  path(name: string): string;
  write(name: string, text: string): void;
  /** Runs git here, with nobody's configuration. */
  git(...args: readonly string[]): void;
  /** Commits all, or these, making a repository if there is none. */
  commit(...names: readonly string[]): void;
  /** Every file below a part of the folder, with its size and its times. */
  state(name: string): string[];
  /** Time goes on, as far as a file system can tell. */
  pass(ms?: number): Promise<void>;
}

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];

export function makeFolder(files: Readonly<Record<string, string>>): Folder {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'acp-folder-')));
  const path = (name: string): string => join(dir, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const git = (...args: readonly string[]): void => runGit(dir, args);
  return {
    dir,
    path,
    write,
    git,
    commit: (...names) => {
      git('init', '-q');
      git('add', ...(names.length > 0 ? names : ['-A']));
      git(...AUTHOR, 'commit', '-q', '--allow-empty', '-m', 'x');
    },
    state: (name) =>
      readdirSync(path(name), { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name))
        .concat(path(name))
        .map((file) => {
          const { size, mtimeMs, ctimeMs } = lstatSync(file);
          return `${file.slice(dir.length + 1)}: ${size} ${mtimeMs} ${ctimeMs}`;
        })
        .sort(),
    pass: (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms)),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export function runGit(dir: string, args: readonly string[]): void {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  execFileSync('git', ['-C', dir, ...args], {
    env: {
      ...Object.fromEntries(own),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

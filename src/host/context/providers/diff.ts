import { resolve } from 'node:path';
import { git } from '../../../files/scan/git';
import { editorText, MAX_TEXT } from '../embedded';
import type { Prompt, Provider } from '../provider';
import { type NamedFile, untrackedText } from '../untracked';
import { permitted } from './permitted';

const NAME = 'diff';
const GIT_MS = 5000;
/** Files in one command, which may not be longer than the system takes. */
const MAX_NAMES = 500;
/** The tree without files: what a repository without commits is compared with. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Nothing that the repository or the user configures makes git start a program. */
const PLAIN = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--relative'];

/** `diff`: what the working tree has changed since the last commit. */
export function diffProvider(): Provider {
  return {
    word: NAME,
    about: 'what has changed since the last commit',
    find: async (name, prompt) => {
      if (name !== NAME) return undefined;
      const problem = (await run(prompt, ['rev-parse', '--git-dir']))
        ? undefined
        : 'there is no git repository here';
      return {
        name,
        ...(problem ? { problem } : {}),
        content: async () => editorText(NAME, await workingTree(prompt), 'text/x-diff'),
      };
    },
  };
}

async function workingTree(prompt: Prompt): Promise<string> {
  const hasCommits = await run(prompt, ['rev-parse', '--verify', '-q', 'HEAD']);
  const base = hasCommits ? 'HEAD' : EMPTY_TREE;
  const diff = [...(await withoutFilters(prompt)), ...PLAIN];
  const [changed, untracked] = await Promise.all([
    run(prompt, [...diff, '--name-only', '-z', base]),
    run(prompt, ['ls-files', '-o', '--exclude-standard', '-z']),
  ]);
  const names = (await shown(prompt, changed)).map(({ name }) => name);
  let text = '';
  // Without names git would show all, of which the user may keep agents off some.
  for (let at = 0; at < names.length && text.length < MAX_TEXT; at += MAX_NAMES) {
    text += (await run(prompt, [...diff, base, '--', ...names.slice(at, at + MAX_NAMES)])) ?? '';
  }
  const added = await untrackedText(await shown(prompt, untracked), MAX_TEXT - text.length);
  return text + added || 'Nothing has changed since the last commit.\n';
}

/** Filters of the repository are programs that git would run on the files. */
async function withoutFilters(prompt: Prompt): Promise<string[]> {
  const programs = '^filter\\..*\\.(clean|smudge|process|required)$';
  const names = await run(prompt, ['config', '-z', '--name-only', '--get-regexp', programs]);
  return (names ?? '')
    .split('\0')
    .filter((name) => name !== '')
    .flatMap((name) => ['-c', `${name}=${name.endsWith('required') ? 'false' : ''}`]);
}

/** The files of a list of git's that the agent may have. */
async function shown(prompt: Prompt, list = ''): Promise<NamedFile[]> {
  const names = list.split('\0').filter((name) => name !== '');
  const files = names.map((name) => ({ name, path: resolve(prompt.cwd, name) }));
  return permitted(files, prompt);
}

/** Nothing when git fails. */
async function run({ cwd }: Prompt, args: readonly string[]): Promise<string | undefined> {
  const output = await git(cwd, ['--literal-pathspecs', ...args], { ms: GIT_MS });
  return output?.toString('utf8');
}

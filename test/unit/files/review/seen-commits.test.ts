import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { textImage } from '../../../../src/edit/file-image';
import { CatchUp } from '../../../../src/files/review/catch-up';
import { ReviewState } from '../../../../src/files/review/review-state';
import { SeenCommits } from '../../../../src/files/review/seen-commits';
import { hunksOf } from '../../../../src/model/review/overview';
import { agentEdited } from '../../../../src/model/review/review';
import { fakeEditor } from '../../../support/fake-editor';
import { type Folder, makeFolder } from '../../../support/folder';
import { wait } from '../../../support/wait';

const BEFORE = 'a\nb\nc\nd\ne\n';
const AFTER = 'A\nb\nc\nd\nE\n';

interface Place extends Omit<Folder, 'state'> {
  readonly state: ReviewState;
  readonly commits: SeenCommits;
  readonly kept: string[];
  wrote(name: string, before: string | null, after: string | null): void;
  /** The current lines of what is pending. */
  pending(name?: string): unknown[];
}

function place(files: Readonly<Record<string, string>> = { f: BEFORE, g: BEFORE }): Place {
  const folder = makeFolder(files);
  const state = new ReviewState();
  const kept: string[] = [];
  const catchUp = new CatchUp({
    state,
    log: silentLogger,
    lua: fakeEditor().lua,
    compared: { run: (_, task) => task({} as never) },
  });
  const commits = new SeenCommits({
    state,
    log: silentLogger,
    isOn: () => true,
    catchUp: (paths) => catchUp.with(paths),
    onKept: (path) => void kept.push(path),
  });
  onTestFinished(() => {
    commits.dispose();
    folder[Symbol.dispose]();
  });
  return {
    ...folder,
    state,
    commits,
    kept,
    wrote: (name, before, after) => {
      if (after !== null) folder.write(name, after);
      const by = { session: 's', turn: 1, source: 'fs' } as const;
      const images = { before: textImage(before), after: textImage(after) };
      state.set(agentEdited(state.review, { path: folder.path(name), ...by, ...images }));
    },
    pending: (name = 'f') => {
      const file = state.get(folder.path(name));
      return file ? hunksOf(file).map(({ current }) => current) : [];
    },
  };
}

/** What an agent has changed, in a repository that was seen before. */
async function changed(): Promise<Place> {
  const at = place();
  at.commit();
  await at.commits.begin('s', at.dir);
  at.wrote('f', BEFORE, AFTER);
  await at.commits.end('s');
  return at;
}

/** Commits this text as the file, which keeps its own. */
function commitText(at: Place, text: string | Buffer): void {
  const whole = readFileSync(at.path('f'));
  writeFileSync(at.path('f'), text);
  at.git('add', 'f');
  writeFileSync(at.path('f'), whole);
  at.git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'x');
}

describe('a commit', () => {
  test('is seen by itself, and only what it has is kept', async () => {
    const at = await changed();
    await at.commits.look();
    commitText(at, 'A\nb\nc\nd\ne\n');
    await wait(() => at.pending().length === 1, 'it is seen');
    expect(at.pending()).toEqual([['E']]);
    expect(at.kept).toEqual([at.path('f')]);
    at.commit('f');
    await wait(() => at.state.review.files.size === 0, 'the rest is');
  });

  test('with line endings that git has made its own is the same', async () => {
    const at = place({ f: 'a\r\nb\r\n' });
    at.git('init', '-q');
    at.git('config', 'core.autocrlf', 'true');
    at.commit();
    await at.commits.begin('s', at.dir);
    at.wrote('f', 'a\r\nb\r\n', 'A\r\nb\r\n');
    await at.commits.end('s');
    at.commit('f');
    await at.commits.look();
    expect(at.pending()).toEqual([]);
  });

  test('that a hook of git has formatted is what it is by now', async () => {
    const at = await changed();
    at.write('f', 'A\nb\nc\nd\nE formatted\n');
    at.commit('f');
    await at.commits.look();
    expect(at.state.review.files.size).toBe(0);
  });

  test('of a file in an encoding of its own is the same', async () => {
    const at = place();
    writeFileSync(at.path('f'), Buffer.from('\xe4\nb\nc\n', 'latin1'));
    at.commit();
    await at.commits.begin('s', at.dir);
    const image = (text: string) =>
      ({ content: { kind: 'text', text, encoding: 'latin1' } }) as const;
    const by = { session: 's', turn: 1, source: 'fs' } as const;
    const images = { before: image('ä\nb\nc\n'), after: image('ö\nb\nC\n') };
    at.state.set(agentEdited(at.state.review, { path: at.path('f'), ...by, ...images }));
    await at.commits.end('s');
    writeFileSync(at.path('f'), Buffer.from('\xf6\nb\nC\n', 'latin1'));
    commitText(at, Buffer.from('\xf6\nb\nc\n', 'latin1'));
    await at.commits.look();
    expect(at.pending()).toEqual([['C']]);
  });

  test('that creates or deletes files keeps that', async () => {
    const at = place();
    at.commit();
    await at.commits.begin('s', at.dir);
    at.wrote('new', null, 'x\n');
    at.wrote('g', BEFORE, null);
    at.git('rm', '-q', 'g');
    await at.commits.end('s');
    at.commit();
    await at.commits.look();
    expect(at.state.review.files.size).toBe(0);
  });

  test('that is the first one counts, too', async () => {
    const at = place();
    at.git('init', '-q');
    await at.commits.begin('s', at.dir);
    at.wrote('f', BEFORE, AFTER);
    await at.commits.end('s');
    at.commit('f');
    await at.commits.look();
    expect(at.pending()).toEqual([]);
  });

  test.each([':(top)f', '*', '-f', 'ü "f"'])('counts for a file of any name: %s', async (name) => {
    const at = place({ [name]: BEFORE });
    at.commit();
    await at.commits.begin('s', at.dir);
    at.wrote(name, BEFORE, AFTER);
    await at.commits.end('s');
    at.commit();
    await at.commits.look();
    expect(at.pending(name)).toEqual([]);
  });

  test('since an earlier host has looked counts', async () => {
    const at = await changed();
    const heads = at.commits.headsFor([at.path('f')]);
    expect(Object.keys(heads)).toEqual([at.dir]);
    at.commits.dispose();
    at.commit('f');
    const later = place();
    later.commits.restore(heads);
    later.state.set(at.state.review);
    await later.commits.look();
    expect(later.state.review.files.size).toBe(0);
  });
});

describe('a commit of the user', () => {
  test('counts from the moment on at which the turn is over', async () => {
    const at = place();
    at.commit();
    await at.commits.begin('s', at.dir);
    at.wrote('f', BEFORE, AFTER);
    await at.commits.settle('s');
    const ended = at.commits.end('s');
    at.commit('f');
    await ended;
    await at.commits.look();
    expect(at.pending()).toEqual([]);
  });
});

describe('no decision is', () => {
  test('what was committed before', async () => {
    const at = place({ f: BEFORE });
    at.commit();
    at.write('f', AFTER);
    await at.commits.begin('s', at.dir);
    // The agent goes back to what is committed, over the user's text.
    at.wrote('f', AFTER, BEFORE);
    await at.commits.end('s');
    at.write('other', 'x');
    at.commit('other');
    await at.commits.look();
    expect(at.pending()).toEqual([['a'], ['e']]);
  });

  test('a commit in the agent’s turn', async () => {
    const at = place();
    at.commit();
    await at.commits.begin('s', at.dir);
    at.wrote('f', BEFORE, AFTER);
    at.commit('f');
    await at.commits.look();
    await at.commits.end('s');
    await at.commits.look();
    expect(at.pending()).toEqual([['A'], ['E']]);
  });

  test('another branch at the same commit, nor one that has the file as it was', async () => {
    const at = await changed();
    at.git('checkout', '-q', '-b', 'other');
    at.write('g', 'other\n');
    at.commit('g');
    await at.commits.look();
    at.git('checkout', '-q', '-');
    await at.commits.look();
    at.git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.org',
      'commit',
      '-q',
      '--amend',
      '-m',
      'y',
    );
    await at.commits.look();
    expect(at.pending()).toEqual([['A'], ['E']]);
  });

  test('a folder that git does not know', async () => {
    const at = place();
    at.wrote('f', BEFORE, AFTER);
    at.write('.git', 'gitdir: /nowhere');
    await at.commits.look();
    expect(at.pending()).toHaveLength(2);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLogger } from '../../../../src/base/logger';
import { textImage } from '../../../../src/edit/file-image';
import { JoinedFiles } from '../../../../src/files/disk/joined-files';
import { ProjectFolders } from '../../../../src/files/project-state/project-folders';
import { ReviewState } from '../../../../src/files/review/review-state';
import { ReviewStore } from '../../../../src/files/review/review-store';
import { keep } from '../../../../src/model/review/decide';
import { agentEdited } from '../../../../src/model/review/review';
import { withSession } from '../../../../src/model/review/sessions';
import { makeFolder } from '../../../support/folder';
import { wait } from '../../../support/wait';

/** A store for a project with sessions of the keys `p` and `q`, in the folders of these names. */
function open(maxBytes?: number) {
  const folder = makeFolder({ 'p/x': '', 'q/x': '' });
  const state = new ReviewState();
  const said: string[] = [];
  const folders = new ProjectFolders(folder.path('state'), silentLogger);
  const heads = new Emitter<void>();
  const store = new ReviewStore({
    state,
    folders,
    log: silentLogger,
    commits: { onChange: heads.on, headsFor: () => ({}), restore: () => {} },
    joined: new JoinedFiles(),
    notify: (_, text) => void said.push(text),
    onJoined: async () => {},
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  onTestFinished(async () => {
    await store.close();
    await folders.close();
    folder[Symbol.dispose]();
  });
  for (const key of ['p', 'q']) {
    const session = { key, agent: 'a', id: key, cwd: folder.path(key), turns: 1 };
    state.set(withSession(state.review, session));
  }
  const projects = folder.path('state/projects');
  return {
    said,
    state,
    store,
    path: folder.path,
    wrote: (session: string, path: string, text: string): void => {
      const images = { before: textImage('old\n'), after: textImage(text) };
      state.set(agentEdited(state.review, { path, session, turn: 1, source: 'fs', ...images }));
    },
    /** The texts of what is stored, by project. */
    stored: (): Record<string, string> =>
      Object.fromEntries(
        readdirSync(projects).flatMap((name) =>
          readdirSync(join(projects, name))
            .filter((file) => file === 'review.json')
            .map((file) => [name.slice(0, 1), readFileSync(join(projects, name, file), 'utf8')]),
        ),
      ),
  };
}

test('each project has what its own sessions have changed', async () => {
  const { wrote, store, stored, path } = open();
  wrote('p', path('p/one'), 'new\n');
  wrote('q', path('q/two'), 'new\n');
  await store.close();
  expect(stored().p).toContain(path('p/one'));
  expect(stored().p).not.toContain(path('q/two'));
  expect(stored().q).toContain(path('q/two'));
});

test('what is too large is left out, and that is said once', async () => {
  const { wrote, store, stored, said, path } = open(2000);
  wrote('p', path('p/small'), 'new\n');
  wrote('p', path('p/large'), 'new\n'.repeat(1000));
  await wait(() => said.length > 0, 'it is said');
  wrote('p', path('p/other'), 'new\n');
  await store.close();
  expect(said).toEqual([`what is pending is too large to be stored: ${path('p/large')}`]);
  expect(stored().p).toContain(path('p/small'));
  expect(stored().p).toContain(path('p/other'));
  expect(stored().p).not.toContain(path('p/large'));
});

test('a file is there as long as something is pending', async () => {
  const { state, wrote, store, stored, path } = open();
  wrote('p', path('p/one'), 'new\n');
  await wait(() => 'p' in (ifThere(stored) ?? {}), 'it is stored');
  state.set(keep(state.review, { kind: 'all' }).review);
  await store.close();
  expect(stored()).toEqual({});
});

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

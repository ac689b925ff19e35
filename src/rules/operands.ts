/**
 * Commands whose further words only say what they are about: files, tests, targets of the project's own build,
 * revisions. Only after these may words follow that a rule does not name; nothing is known of any other program.
 */
const list = (text: string): readonly string[] => text.split(' ');

/** Programs by the words before their last one, which is empty for most. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    // What is there
    ...list('basename cksum cmp comm cut df diff dirname du file fold jq md5sum nl od readlink'),
    ...list('realpath rev rg sha1sum sha256sum stat strings tac tr tree type which'),
    // Files and folders
    ...list('cp ln mkdir mv rm rmdir touch'),
    // Builds, by their targets
    ...list('make rake'),
    // Tests
    ...list('ava ctest jest mocha nosetests phpunit py.test pytest rspec unittest vitest'),
    // Checks and layout
    ...list('black clang-format clang-tidy eslint flake8 gofmt hadolint isort ktlint luacheck'),
    ...list('markdownlint mypy oxlint prettier pylint pyright rubocop rustfmt selene shellcheck'),
    ...list('shfmt standard stylelint stylua swiftlint tsc vue-tsc yamllint'),
  ],
  biome: list('check ci format lint'),
  bun: ['test'],
  cargo: list('bench build check clippy doc fmt test'),
  'cargo nextest': ['run'],
  dart: list('analyze format test'),
  deno: list('check fmt lint test'),
  docker: list('images inspect logs ps'),
  dotnet: list('build format test'),
  flutter: list('analyze test'),
  'gh issue': list('list view'),
  'gh pr': list('checks diff list view'),
  'gh run': list('list view'),
  git: [
    ...list('add blame branch checkout cherry-pick commit describe ls-tree merge merge-base mv'),
    ...list('rebase reset restore rev-list rev-parse revert rm shortlog stash switch tag'),
  ],
  go: list('build doc fmt list test vet'),
  'golangci-lint': ['run'],
  gradle: list('build check test'),
  gradlew: list('build check test'),
  kubectl: list('describe get logs'),
  mix: list('compile format test'),
  node: list('--check --test'),
  // What they run are scripts of the package.
  npm: list('run run-script t test'),
  pnpm: list('run t test'),
  rails: ['test'],
  ruff: list('check format'),
  swift: list('build test'),
  yarn: ['test'],
  zig: list('build fmt test'),
};

/** What starts one of these commands as it is. */
const STARTERS = [
  'bundle exec',
  'bunx',
  'npx',
  'pipenv run',
  'pnpm exec',
  'poetry run',
  'python -m',
  'python3 -m',
  'uv run',
].map(list);

const COMMANDS = new Set(
  Object.entries(OPERANDS).flatMap(([before, names]) =>
    names.map((name) => (before === '' ? name : `${before} ${name}`)),
  ),
);

/** As many as the longest of them has. */
const MAX_WORDS = 3;

/** Whether these words begin as one of the commands, so that what follows them is an operand. */
export function takesOperands(words: readonly string[]): boolean {
  const starter = STARTERS.find((one) => one.every((word, index) => words[index] === word));
  const command = words.slice(starter?.length ?? 0);
  return command
    .slice(0, MAX_WORDS)
    .some((_, index) => COMMANDS.has(command.slice(0, index + 1).join(' ')));
}

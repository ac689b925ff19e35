/** The environment of what agents run. */

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The editor's addresses: a process that has one can do all that the user can, such as answering its own questions. The
 * user may give them to an agent.
 */
const EDITOR_ADDRESSES = ['NVIM', 'NVIM_LISTEN_ADDRESS'] as const;

/** What Neovim sets for itself. It would lead another Neovim, or Vim, to the wrong files. */
const EDITOR_FOLDERS = ['VIM', 'VIMRUNTIME'] as const;

const WITHHELD: ReadonlySet<string> = new Set([...EDITOR_ADDRESSES, ...EDITOR_FOLDERS]);

/** The host's environment without the editor's variables; those `given` override it, later ones first. */
export function agentEnvironment(...given: readonly (Env | undefined)[]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    // Windows ignores the case of names.
    ([name]) => !WITHHELD.has(name.toUpperCase()),
  );
  return Object.assign(Object.fromEntries(inherited), ...given);
}

/** The editor's addresses that the user has given to a program: what it starts gets them, too. */
export function givenAddresses(env: Env | undefined): Record<string, string> {
  return Object.fromEntries(
    EDITOR_ADDRESSES.flatMap((name) => (env?.[name] === undefined ? [] : [[name, env[name]]])),
  );
}

/**
 * For a job of the editor, which sets its address anew unless the job's own environment names it. Elsewhere a shell
 * unsets it (`jobCommand`); on Windows there is none to count on, and an empty text is no address.
 */
export function jobEnvironment(
  env: Readonly<Record<string, string>> = {},
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  if (platform !== 'win32') return { ...env };
  // Of names that only differ in case any might win.
  const given = new Set(Object.keys(env).map((name) => name.toUpperCase()));
  const missing = EDITOR_ADDRESSES.filter((name) => !given.has(name));
  return { ...Object.fromEntries(missing.map((name) => [name, ''])), ...env };
}

/** How a job of the editor is started so that the program has its addresses only when the user has given them. */
export function jobCommand(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform === 'win32') return command;
  const unset = `unset ${EDITOR_ADDRESSES.join(' ')}; exec "$@"`;
  const given = Object.entries(givenAddresses(env)).map(([name, value]) => `${name}=${value}`);
  return ['/bin/sh', '-c', unset, 'sh', ...(given.length > 0 ? ['env', ...given] : []), ...command];
}

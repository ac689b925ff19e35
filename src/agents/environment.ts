/** The environment of what agents run. */

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The ways into the editor: who has one can do all that the user can, such as answering its own questions. The user may
 * give them to an agent.
 */
const EDITOR_ADDRESSES = ['NVIM', 'NVIM_LISTEN_ADDRESS'] as const;

/** What Neovim sets for itself. It would lead another Neovim, or Vim, to the wrong files. */
const EDITOR_FOLDERS = ['VIM', 'VIMRUNTIME'] as const;

const WITHHELD: ReadonlySet<string> = new Set([...EDITOR_ADDRESSES, ...EDITOR_FOLDERS]);

/** The host's own environment without what is the editor's; what is `given` comes on top, the last first. */
export function agentEnvironment(...given: readonly (Env | undefined)[]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    // Windows knows names in any case.
    ([name]) => !WITHHELD.has(name.toUpperCase()),
  );
  return Object.assign(Object.fromEntries(inherited), ...given);
}

/** The ways into the editor that the user has given to an agent: its terminals have them, too. */
export function givenAddresses(env: Env | undefined): Record<string, string> {
  return Object.fromEntries(
    EDITOR_ADDRESSES.flatMap((name) => (env?.[name] === undefined ? [] : [[name, env[name]]])),
  );
}

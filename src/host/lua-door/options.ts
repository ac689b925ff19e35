/**
 * All options of `setup()`: type, default, check and help, declared once. `scripts/generate-lua.mjs` makes
 * lua/acp/config/options.lua of them, and the manual is made of that. What a rule may be is decided in `rules/rule.ts`.
 */

import { PRESETS } from '../../agents/presets';
import { KEYS } from '../../view/keys';

/** What a value must be; `list`: of anything, which is looked at later. */
type Kind =
  | 'string'
  | 'boolean'
  | 'function'
  | 'positive'
  | 'strings'
  | 'strings by name'
  | 'key'
  | 'list';

interface Value {
  readonly help: string;
  readonly is: Kind | readonly string[];
  /** Its type in annotations, where that says more than `is`. */
  readonly type?: string;
  readonly default?: unknown;
  /** The table that it is a field of is nothing without it. */
  readonly required?: true;
}

/** A table: with these fields, with one for each name, or a list of such tables. */
interface Table {
  readonly help: string;
  readonly form: 'fields' | 'each' | 'list';
  readonly of: OptionClass;
  /** It may also be true or false. */
  readonly orBoolean?: true;
  readonly default?: unknown;
  /** Names of which something is known already: tables of these names need say only what differs. */
  readonly known?: readonly string[];
  /** Its type in annotations, where the class of its fields says too much. */
  readonly type?: string;
}

/** The fields of a table, which is a class in annotations. */
export interface OptionClass {
  readonly name: string;
  readonly about?: string;
  readonly fields: Readonly<Record<string, Value | Table>>;
}

const EDITOR_TOOLS: OptionClass = {
  name: 'acp.EditorToolsConfig',
  about: 'Which of the editor’s tools an agent gets, see |acp-editor-tools|.',
  fields: {
    only: { is: 'strings', help: 'names of tools; nil: all' },
    except: { is: 'strings', help: 'names of tools that it does not get' },
    transport: {
      is: ['stdio', 'http'],
      help: 'how the agent reaches them; `http` counts for agents that take it',
    },
  },
};

const AGENT: OptionClass = {
  name: 'acp.AgentConfig',
  fields: {
    command: { is: 'string', required: true, help: 'program, looked up on PATH' },
    args: { is: 'strings', help: 'its arguments' },
    env: { is: 'strings by name', help: 'added to the environment' },
    cwd: { is: 'string', help: 'folder it is started in' },
    title: { is: 'string', help: 'what the chat calls it' },
    editor_tools: {
      form: 'fields',
      of: EDITOR_TOOLS,
      orBoolean: true,
      help: 'takes the place of the option of this name',
    },
  },
};

const MCP_SERVER: OptionClass = {
  name: 'acp.McpServer',
  fields: {
    name: { is: 'string', help: '' },
    type: { is: ['stdio', 'http', 'sse'], help: 'nil: by whether there is a `url`' },
    command: { is: 'string', help: 'stdio: program, looked up on PATH' },
    args: { is: 'strings', help: '' },
    env: { is: 'strings by name', help: '' },
    url: { is: 'string', help: 'http and sse' },
    headers: { is: 'strings by name', help: '' },
  },
};

const LAYOUT: OptionClass = {
  name: 'acp.LayoutConfig',
  fields: {
    kind: {
      is: ['float', 'right', 'left', 'bottom', 'top', 'tab'],
      help: 'a float, or a split at that side',
      default: 'float',
    },
    width: { is: 'positive', help: 'cells, or a part of the editor up to 1' },
    height: { is: 'positive', help: 'lines, or a part of the editor up to 1' },
    prompt_min: {
      is: 'positive',
      type: 'integer',
      help: 'least lines of the prompt',
      default: 3,
    },
    prompt_max: {
      is: 'positive',
      type: 'integer',
      help: 'most lines of the prompt',
      default: 10,
    },
    border: {
      is: ['rounded', 'single', 'double', 'bold', 'solid', 'none'],
      help: "nil: 'winborder', else rounded",
    },
    insert: { is: 'boolean', help: 'start in insert mode', default: true },
  },
};

const PERMISSIONS: OptionClass = {
  name: 'acp.PermissionsConfig',
  fields: {
    rules: {
      is: 'list',
      type: 'acp.Rule[]',
      help: 'what answers in your place, see |acp-rules|',
      default: [],
    },
    allow_reads: {
      is: 'boolean',
      help: "allow reading and searching below the session's folder",
      default: false,
    },
    decide: {
      is: 'function',
      type: "fun(request: table): 'allow'|'deny'|nil",
      help: 'answers what no rule does, see |acp-rules|',
    },
  },
};

const NOTIFY: OptionClass = {
  name: 'acp.NotifyConfig',
  about: 'What calls you to a chat that you do not see.',
  fields: {
    turn: { is: 'boolean', help: 'the end of a turn', default: true },
    question: { is: 'boolean', help: 'a question', default: true },
    bell: { is: 'boolean', help: 'ring the bell of the terminal, too', default: false },
    osc: {
      is: ['9', '777'],
      help: 'have the desktop notify you, by the escape sequence that your terminal knows',
    },
  },
};

const LOG: OptionClass = {
  name: 'acp.LogConfig',
  fields: {
    level: {
      is: ['trace', 'debug', 'info', 'warn', 'error'],
      help: 'what is logged',
      default: 'warn',
    },
  },
};

const KEY_NAMES: OptionClass = {
  name: 'acp.KeysConfig',
  fields: Object.fromEntries(KEYS.map(({ name, desc }) => [name, { is: 'key', help: desc }])),
};

/** Files that no agent needs. */
const DENY = [
  ...['.env*', '*.pem', '*.key', '*.p12', '*.pfx', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519'],
  ...['.ssh/**', '.gnupg/**', '.git/**'],
];

export const OPTIONS: OptionClass = {
  name: 'acp.Config',
  fields: {
    agent: { is: 'string', help: 'name of the agent; nil: the first one found installed' },
    agents: {
      form: 'each',
      of: AGENT,
      known: ['demo', ...PRESETS.map(({ name }) => name)],
      help: 'agents of your own by name; of a known one what differs',
    },
    mcp_servers: { form: 'list', of: MCP_SERVER, help: 'passed to agents, see |acp-mcp-servers|' },
    editor_tools: {
      form: 'fields',
      of: EDITOR_TOOLS,
      orBoolean: true,
      default: true,
      help: 'whether agents get tools of the editor, see |acp-editor-tools|',
    },
    layout: { form: 'fields', of: LAYOUT, help: 'where the chat is shown' },
    follow: {
      is: 'boolean',
      help: 'follow the agent from the start, see |acp-follow|',
      default: false,
    },
    follow_close: {
      is: 'boolean',
      help: 'close the files that only follow mode opened when it ends',
      default: false,
    },
    node: { is: 'string', help: 'Node executable; nil: the one on PATH' },
    keys: {
      form: 'fields',
      of: KEY_NAMES,
      type: 'table<string, string|string[]|false>',
      help: 'keys by the names in |acp-keys|; false removes one',
    },
    permissions: { form: 'fields', of: PERMISSIONS, help: 'what is answered in your place' },
    notify: { form: 'fields', of: NOTIFY, help: 'what you are told of a chat that you do not see' },
    log: { form: 'fields', of: LOG, help: 'what is logged' },
    deny: {
      is: 'strings',
      help: 'patterns of files that no agent may read or write through the editor',
      default: DENY,
    },
    outside: {
      is: ['ask', 'allow', 'reject'],
      help: "what happens to files outside the session's folder",
      default: 'ask',
    },
    save_dirty: {
      is: 'boolean',
      help: "save a buffer with unsaved changes after an agent's change was merged into it",
      default: false,
    },
    report_undone: {
      is: 'boolean',
      help: 'let the next prompt say which of its changes you have undone, and why',
      default: true,
    },
    keep_committed: {
      is: 'boolean',
      help: 'let a git commit count as keeping what it has of the changes of agents',
      default: true,
    },
    highlight_edits: {
      is: 'boolean',
      help: 'show for a moment which lines an agent has changed',
      default: true,
    },
    start_timeout: {
      is: 'positive',
      type: 'integer',
      help: 'milliseconds an agent may take to answer first',
      default: 120_000,
    },
    additional_directories: {
      is: 'strings',
      help: "folders that agents may use beside the session's own",
      default: [],
    },
    known_tools: {
      is: 'strings',
      help: 'names of tools whose input and output you know: their calls are not `dynamic`',
      default: [],
    },
    watchdog: {
      is: 'positive',
      help: 'seconds an agent may be silent in a turn before the frame of its chat says so',
      default: 60,
    },
  },
};

/** What `permissions.rules` holds: looked at by the host. */
export const RULE: OptionClass = {
  name: 'acp.Rule',
  about:
    'A rule holds for what fits all of its conditions; exactly one of allow, ask and deny is true.',
  fields: {
    allow: { is: 'boolean', help: '' },
    ask: { is: 'boolean', help: '' },
    deny: { is: 'boolean', help: '' },
    tool: { is: 'string', help: 'name of the tool, `*` matches any characters' },
    kind: { is: 'string', help: 'kind of the tool' },
    path: { is: 'string', help: "glob; relative to the session's folder" },
    command: { is: 'string', help: 'first words of a command' },
    agent: { is: 'string', help: 'name of the agent' },
  },
};

/**
 * All subcommands of `:Acp`, declared once. `scripts/generate-lua.mjs` makes lua/acp/commands/list.lua of them, and the
 * manual is made of that. What has no `event` is done by a function of lua/acp/commands/actions.lua.
 */

import type { HostEvents } from './events';

export interface Command {
  /** How the manual writes the arguments: `{needed}`, `[optional]`. */
  readonly args: string;
  readonly desc: string;
  /** Any text, not only as many words as `args` has. */
  readonly any?: true;
  /** It is about lines: those of the range, or that of the cursor. */
  readonly range?: true;
  /** The only words that the argument may be: these, or the agents that can be started or installed. */
  readonly only?: readonly string[] | 'agents' | 'installable';
  /**
   * What else is offered: what the session of the chat can do, files, what the folder can be brought back to, or paths of
   * what is added.
   */
  readonly complete?: 'context' | 'mode' | 'model' | 'config' | 'login' | 'file' | 'checkpoint';
  /** What the host is sent: about the chat, which is opened when it is not; about the sessions of the folder; or as it is. */
  readonly event?: keyof HostEvents;
  readonly about?: 'chat' | 'folder';
  /** The fields that the arguments become; the last one takes all that is left. */
  readonly fields?: readonly string[];
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  add: {
    args: '[buffer|selection|diagnostics|quickfix|diff|file {path}|image {path}]',
    any: true,
    range: true,
    desc: 'Add something to the prompt: the lines of the range, or what is named (|acp-context|).',
    only: ['buffer', 'selection', 'diagnostics', 'quickfix', 'diff', 'file', 'image'],
    complete: 'context',
  },
  allow: { args: '[n]', desc: 'Allow once: the oldest open permission, or the {n}th.' },
  ask: {
    args: '{instruction}',
    any: true,
    range: true,
    desc: 'Ask the agent about the lines of the range, or that of the cursor, without opening the chat (|acp-ask|).',
  },
  cancel: {
    args: '',
    desc: 'Cancel the running turn, or the start of the agent; on lines that `:Acp ask` is about, that.',
  },
  checkpoints: {
    args: '',
    desc: 'List the prompts of this folder with what they have changed, to go back to (|acp-checkpoints|).',
    event: 'checkpoints',
    about: 'folder',
  },
  close: { args: '', desc: 'End the current session and close its chat.' },
  comment: {
    args: '[text]',
    any: true,
    range: true,
    desc: 'Comment on the lines of the range, or on that of the cursor (|acp-comments|).',
  },
  comments: {
    args: '{send|clear}',
    desc: 'Send all comments to the agent as one prompt, or drop them.',
    only: ['send', 'clear'],
  },
  compare: {
    args: '[file]',
    desc: 'Compare the file, else the current one, with what it was, side by side (|acp-compare|).',
    complete: 'file',
  },
  config: {
    args: '[id [value]]',
    any: true,
    desc: 'Set an option of the session, or pick one. Values of switches are on and off.',
    complete: 'config',
    event: 'set_config',
    about: 'chat',
    fields: ['id', 'value'],
  },
  conflict: {
    args: '{mine|theirs|both|next|prev|diff|all-mine|all-theirs}',
    desc: "Choose between your text and the agent's where both changed the same lines, or go there (|acp-conflicts|).",
    only: ['all-mine', 'all-theirs', 'both', 'diff', 'mine', 'next', 'prev', 'theirs'],
  },
  delete: {
    args: '[id]',
    desc: 'Delete a stored session of the agent, after a question.',
    event: 'delete_session',
    about: 'folder',
    fields: ['session'],
  },
  follow: {
    args: '[on|off]',
    desc: 'Follow the agent with the code window, go on after a pause, or stop it.',
    only: ['on', 'off'],
  },
  fork: {
    args: '',
    desc: 'Go on in a copy of the current session, where the agent can make one.',
    event: 'fork_session',
    about: 'chat',
  },
  install: {
    args: '{agent}',
    desc: 'Show the command that installs {agent}, and run it in a terminal after a yes; or the page that says how.',
    only: 'installable',
    event: 'install',
    fields: ['agent'],
  },
  keep: {
    args: '{hunk|file|turn|all}',
    range: true,
    desc: 'Keep the change under the cursor (or what is in the range), those of the file, of the last turn, or all.',
    only: ['hunk', 'file', 'turn', 'all'],
  },
  load: {
    args: '[id]',
    desc: 'Open a stored session with its history. Without [id]: the newest of this folder, else a choice.',
  },
  log: { args: '', desc: 'Open the log.' },
  login: {
    args: '[method]',
    desc: 'Sign in to the agent; [method] names the way when there are several.',
    complete: 'login',
    event: 'login',
    about: 'chat',
    fields: ['method'],
  },
  logout: {
    args: '',
    desc: 'Sign out of the agent, where it can do that.',
    event: 'logout',
    about: 'chat',
  },
  mode: {
    args: '[id]',
    any: true,
    desc: 'Set the mode of the session, or pick one. Works during a turn too.',
    complete: 'mode',
    event: 'set_mode',
    about: 'chat',
    fields: ['id'],
  },
  model: {
    args: '[id]',
    any: true,
    desc: 'Set the model, or pick one.',
    complete: 'model',
    event: 'set_model',
    about: 'chat',
    fields: ['id'],
  },
  new: { args: '[agent]', desc: 'Start a new session and show it.', only: 'agents' },
  permissions: { args: '', desc: 'Show the open permissions again and go there.' },
  plan: {
    args: '',
    desc: "Show all steps of the agent's plan.",
    event: 'plan',
    about: 'chat',
  },
  prompt: {
    args: '{text}',
    any: true,
    desc: 'Send {text}, or queue it while a turn runs.',
  },
  queue: {
    args: '',
    desc: 'Go to the prompts that wait, to edit, move, remove or send them (|acp-queue|).',
    event: 'queue',
    about: 'chat',
  },
  reject: {
    args: '[n] [reason]',
    any: true,
    desc: 'Reject: the oldest open permission, or the {n}th. The reason goes to the agent as the next prompt.',
  },
  restart: { args: '', desc: 'End the agent and start it again; the transcript stays.' },
  restore: {
    args: '{n}',
    desc: 'Show what going back to before prompt {n} would change, and change it after a yes.',
    complete: 'checkpoint',
    event: 'restore',
    about: 'folder',
    fields: ['number'],
  },
  quickfix: {
    args: '[file]',
    desc: 'Put the changes that are neither kept nor undone into the quickfix list.',
    complete: 'file',
  },
  resume: { args: '[id]', desc: 'Like `:Acp load`, but the history is not shown.' },
  review: {
    args: '[file]',
    desc: 'Review what agents have changed: list, keep and undo it (|acp-review|).',
    complete: 'file',
  },
  rules: {
    args: '',
    desc: 'List the rules for permissions and the last answers; add, change and remove rules, see |acp-rules|.',
  },
  sessions: {
    args: '',
    desc: 'List the sessions of this folder, open ones and those that agents have stored (|acp-sessions|).',
    event: 'list_sessions',
    about: 'folder',
  },
  steer: {
    args: '{text}',
    any: true,
    desc: 'Send {text} into the running turn, where the agent takes it; else cancel that and send {text}.',
  },
  stop: { args: '', desc: 'End the agent; the transcript stays.' },
  tools: {
    args: '',
    desc: 'List the tools that the editor offers to the agents of open sessions; switch them (|acp-editor-tools|).',
  },
  undo: {
    args: '{hunk|file|turn|all}',
    range: true,
    desc: 'Undo the same; while the agent works, when its turn ends (again: at once).',
    only: ['hunk', 'file', 'turn', 'all'],
  },
};

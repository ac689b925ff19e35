/** `:Acp install`: runs the command that installs an agent after a yes, or opens the page that says how. */
import { PRESETS } from '../../agents/presets';
import type { AgentPreset } from '../../agents/presets/preset';
import type { Lua } from '../../nvim/lua';
import type { Asks } from '../asks';
import type { Notify } from '../messages';
import type { TerminalPrograms } from '../terminal-programs';

export interface InstallTools {
  readonly lua: Lua;
  readonly asks: Pick<Asks, 'select'>;
  readonly terminals: Pick<TerminalPrograms, 'run'>;
  readonly notify: Notify;
}

/** Rejects with a text for the user. */
export async function install(tools: InstallTools, name: string): Promise<void> {
  const preset = PRESETS.find((known) => known.name === name);
  if (!preset) throw new Error(`no agent called "${name}" is known`);
  const { title, install: command, page } = preset;
  if (command !== undefined) {
    const agreed = await agree(tools, `${title} is installed by \`${command}\`:`, 'Run it');
    if (agreed) await run(tools, preset, command);
  } else if (page !== undefined) {
    const prompt = `${title} is installed as its page says, ${page}:`;
    if (await agree(tools, prompt, 'Open the page')) await tools.lua.call('ui.open.url', page);
  }
}

async function agree({ asks }: InstallTools, prompt: string, yes: string): Promise<boolean> {
  const choice = await asks.select(prompt, 'acp_install', [yes, 'Not now'], (text) => text);
  return choice === yes;
}

async function run(
  { terminals, notify }: InstallTools,
  { name, title }: AgentPreset,
  command: string,
): Promise<void> {
  const code = await terminals.run({ title: command, command: command.split(' ') });
  if (code === 0) notify('info', `${title} is installed: :AcpChat ${name}`);
  else notify('error', `installing ${title} failed (exit code ${code})`);
}

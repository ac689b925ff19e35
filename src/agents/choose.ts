/** Which agent a name means, and how it is started. */
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { PRESETS } from './presets';
import { demo } from './presets/demo';
import type { AgentPreset } from './presets/preset';
import { findExecutable } from './resolve';

/** An agent as users configure it; of a known one what differs. */
export interface ConfiguredAgent {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly title?: string;
}

export interface AgentChoice {
  readonly name: string;
  readonly title: string;
  readonly launch: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
  };
  /** Working folder for an agent that names none. */
  readonly home: string;
  /** The first start downloads the agent. */
  readonly installs: boolean;
}

/** Whether a program is installed. */
export type Which = (command: string) => boolean;

/**
 * A name means the configured agent, or else the preset of that name; no name for the first preset that is
 * installed, or else the built-in demo agent.
 *
 * @param root folder of the plugin
 * @throws an error with a message for the user when no agent has the name, or the agent cannot be started
 */
export function chooseAgent(
  name: string | undefined,
  configured: Readonly<Record<string, ConfiguredAgent>>,
  root: string,
  which: Which = (command) => findExecutable(command) !== undefined,
): AgentChoice {
  const builtIn = demo(root);
  const presets = [...PRESETS, builtIn];
  const wanted = name ?? firstInstalled(configured, which) ?? builtIn.name;
  const own = Object.hasOwn(configured, wanted) ? configured[wanted] : undefined;
  const preset = presets.find((known) => known.name === wanted);
  if (own?.command !== undefined) return fromConfig(wanted, own, preset);
  if (!preset) throw new Error(unknownAgent(wanted, configured, presets));
  return fromPreset(own ? differing(preset, own) : preset, which, own?.cwd);
}

/** The preset that is started when no agent is named. */
export function firstInstalled(
  configured: Readonly<Record<string, ConfiguredAgent>>,
  which: Which,
): string | undefined {
  return PRESETS.find(({ name, command }) => which(configured[name]?.command ?? command))?.name;
}

function fromConfig(
  name: string,
  own: ConfiguredAgent,
  preset: AgentPreset | undefined,
): AgentChoice {
  const { command = '', args = [], env, cwd } = own;
  return {
    name,
    title: own.title ?? preset?.title ?? name,
    launch: { command, args, ...(env ? { env } : {}), ...(cwd ? { cwd } : {}) },
    home: workingFolder(),
    installs: false,
  };
}

/** A known agent with what the user says of it. */
function differing(preset: AgentPreset, { args, env, title }: ConfiguredAgent): AgentPreset {
  return {
    ...preset,
    ...(title ? { title } : {}),
    ...(args ? { args } : {}),
    ...(env ? { env: { ...preset.env, ...env } } : {}),
  };
}

function fromPreset(preset: AgentPreset, which: Which, cwd?: string): AgentChoice {
  const { name, title, env } = preset;
  // A path (the demo agent's) need not be looked up.
  const installed = isAbsolute(preset.command) || which(preset.command);
  const line = installed ? preset : runnerLine(preset, which);
  if (!line) {
    throw new Error(`agent "${name}": "${preset.command}" is not installed; :Acp install ${name}`);
  }
  return {
    name,
    title,
    launch: {
      command: line.command,
      args: line.args,
      ...(env ? { env } : {}),
      ...(cwd ? { cwd } : {}),
    },
    home: workingFolder(),
    installs: !installed,
  };
}

/** Through a program that downloads what it runs (`npx`, `uvx`). */
function runnerLine(
  { npx, uvx, args }: AgentPreset,
  which: Which,
): Pick<AgentPreset, 'command' | 'args'> | undefined {
  if (npx && which('npx')) return { command: 'npx', args: ['--yes', npx, ...args] };
  if (uvx && which('uvx')) return { command: 'uvx', args: [uvx, ...args] };
  return undefined;
}

function unknownAgent(
  name: string,
  configured: Readonly<Record<string, ConfiguredAgent>>,
  presets: readonly AgentPreset[],
): string {
  const known = new Set([...Object.keys(configured), ...presets.map((preset) => preset.name)]);
  return `there is no agent "${name}"; known are: ${[...known].join(', ')}`;
}

/** The host's own folder, which may have been deleted meanwhile. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return homedir();
  }
}

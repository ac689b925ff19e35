/** What `:checkhealth acp` says of agents: which are there, which would be fetched, which one is started. */
import { type ConfiguredAgent, firstInstalled } from './choose';
import { PRESETS } from './presets';
import { findExecutable } from './resolve';

export type HealthLine = readonly [level: 'ok' | 'info' | 'error', text: string];

/** One line of a report must not be endless. */
const MAX_WIDTH = 70;

/**
 * @param chosen the option `agent`
 * @param find the program of a command
 */
export function surveyAgents(
  configured: Readonly<Record<string, ConfiguredAgent>>,
  chosen: string | undefined,
  find: (command: string) => string | undefined = findExecutable,
): HealthLine[] {
  const installed: HealthLine[] = [];
  const others = { npx: [] as string[], uvx: [] as string[], missing: [] as string[] };
  for (const { name, command, npx, uvx } of PRESETS) {
    const own = configured[name];
    const file = find(own?.command ?? command);
    // A command of the user's own is not fetched.
    const runner = own?.command ? undefined : npx ? 'npx' : uvx && 'uvx';
    if (file) installed.push(['ok', `${name}: ${file}`]);
    else others[runner && find(runner) ? runner : 'missing'].push(name);
  }
  const started = chosen ?? firstInstalled(configured, (command) => find(command) !== undefined);
  return [
    ...installed,
    ...ownAgents(configured, find),
    [
      'info',
      started
        ? `:AcpChat starts ${started}`
        : ':AcpChat starts the built-in demo agent: none of the known ones is installed',
    ],
    ...(['npx', 'uvx'] as const).flatMap((runner) =>
      listed(`not installed, fetched by ${runner} when they are first started:`, others[runner]),
    ),
    ...listed('not installed, `:Acp install {name}` says how:', others.missing),
  ];
}

/** Those that are none of the known ones. */
function ownAgents(
  configured: Readonly<Record<string, ConfiguredAgent>>,
  find: (command: string) => string | undefined,
): HealthLine[] {
  const known = new Set(PRESETS.map(({ name }) => name));
  return Object.keys(configured)
    .filter((name) => !known.has(name))
    .sort()
    .map((name): HealthLine => {
      const command = configured[name]?.command ?? '';
      const file = find(command);
      return file ? ['ok', `${name}: ${file}`] : ['error', `${name}: "${command}" was not found`];
    });
}

function listed(title: string, names: readonly string[]): HealthLine[] {
  const lines: string[] = [];
  for (const word of names.join(', ').split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= MAX_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return names.length > 0 ? [['info', [title, ...lines].join('\n')]] : [];
}

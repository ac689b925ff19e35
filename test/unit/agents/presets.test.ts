import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/presets';

/** Every agent that the public registry's own probe could start or tried to (2026-08-20). */
const REGISTRY = [
  'amp-acp',
  'auggie',
  'autohand',
  'claude-acp',
  'cline',
  'codex-acp',
  'cortex-code',
  'corust-agent',
  'cursor',
  'devin',
  'dimcode',
  'dirac',
  'factory-droid',
  'gemini',
  'github-copilot',
  'github-copilot-cli',
  'glm-acp-agent',
  'goose',
  'grok-build',
  'harn',
  'junie',
  'kilo',
  'kimi',
  'nova',
  'opencode',
  'pi-acp',
  'poolside',
  'qwen-code',
  'sigit',
  'stakpak',
];

/** Beside them: one that comes through `uvx`. */
const PYTHON = ['fast-agent'];

test('there is a preset for every agent of the registry, and none that is in no registry', () => {
  expect(PRESETS.map(({ registry }) => registry).sort()).toEqual([...REGISTRY, ...PYTHON].sort());
});

test('every preset has a name of its own and can be typed', () => {
  const names = PRESETS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
});

describe.each(PRESETS.map((preset) => [preset.name, preset] as const))('%s', (_, preset) => {
  test('names a program, not a line for a shell', () => {
    expect(preset.title).toMatch(/\S/);
    for (const word of [preset.command, ...preset.args]) expect(word).toMatch(/^[\w=-]+$/);
  });

  test('can be installed: by one command without quotes, or as a page says', () => {
    const { install, page } = preset;
    expect([install, page].filter((way) => way !== undefined)).toHaveLength(1);
    if (install) expect(install).toMatch(/^[\w@/. -]+$/);
    if (page) expect(new URL(page).protocol).toBe('https:');
  });

  test('is fetched by the runner of the package that its command installs', () => {
    const { npx, uvx, install } = preset;
    expect(install).toBe(
      npx ? `npm install -g ${npx}` : uvx ? `uv tool install ${uvx}` : undefined,
    );
  });
});

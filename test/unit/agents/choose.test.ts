import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseAgent } from '../../../src/agents/choose';
import { PRESETS, quirksOf } from '../../../src/agents/presets';

const ROOT = '/plugin';
const installed =
  (...programs: string[]) =>
  (command: string): boolean =>
    programs.includes(command);

describe('without a name', () => {
  test('the first installed preset is chosen', () => {
    const choice = chooseAgent(undefined, {}, ROOT, installed('goose', 'gemini', 'npx'));
    expect(choice).toMatchObject({
      name: 'gemini',
      title: 'Gemini CLI',
      launch: { command: 'gemini', args: ['--acp'] },
      installs: false,
    });
  });

  test('nothing is downloaded: npx alone is no installed agent', () => {
    expect(chooseAgent(undefined, {}, ROOT, installed('npx')).name).toBe('demo');
  });

  test('the built-in demo agent is there when nothing else is', () => {
    expect(chooseAgent(undefined, {}, ROOT, installed())).toMatchObject({
      name: 'demo',
      launch: { command: process.execPath, args: [join(ROOT, 'bin', 'acp-demo-agent.js')] },
    });
  });

  test('a preset counts as installed by the command its configuration gives it', () => {
    const configured = { claude: { command: '/opt/claude' } };
    expect(chooseAgent(undefined, configured, ROOT, installed('/opt/claude')).launch).toEqual({
      command: '/opt/claude',
      args: [],
    });
  });
});

describe('a name', () => {
  const mine = { command: 'mine', args: ['--acp'], env: { A: 'b' }, cwd: '/there', title: 'Mine' };

  test('stands for the configured agent', () => {
    expect(chooseAgent('mine', { mine }, ROOT, installed())).toMatchObject({
      name: 'mine',
      title: 'Mine',
      launch: { command: 'mine', args: ['--acp'], env: { A: 'b' }, cwd: '/there' },
      installs: false,
    });
  });

  test('of a preset is overridden by the configuration, but keeps its title', () => {
    const choice = chooseAgent('kimi', { kimi: { command: 'my-kimi' } }, ROOT, installed());
    expect(choice).toMatchObject({ title: 'Kimi Code', launch: { command: 'my-kimi', args: [] } });
  });

  test('of a preset that is not installed goes through npx', () => {
    const choice = chooseAgent('gemini', {}, ROOT, installed('npx'));
    expect(choice.launch).toEqual({
      command: 'npx',
      args: ['--yes', '@google/gemini-cli', '--acp'],
    });
    expect(choice.installs).toBe(true);
  });

  test('of a preset that cannot be had says how to get it', () => {
    expect(() => chooseAgent('claude', {}, ROOT, installed())).toThrow(
      'agent "claude": "claude-agent-acp" is not installed; :Acp install claude',
    );
  });

  test('that stands for nothing is refused with the names that do', () => {
    expect(() => chooseAgent('toString', { mine }, ROOT, installed())).toThrow(
      /^there is no agent "toString"; known are: mine, claude, .*, demo$/,
    );
  });
});

test('oddities are known by the name the agent gives itself', () => {
  expect(quirksOf('gemini-cli').missingFileReadsEmpty).toBe(true);
  expect(quirksOf('another')).toEqual({});
  expect(quirksOf(undefined)).toEqual({});
});

test('every preset has a name of its own and can be typed', () => {
  const names = PRESETS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
});

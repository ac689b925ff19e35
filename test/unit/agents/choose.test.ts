import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseAgent } from '../../../src/agents/choose';
import { quirksOf } from '../../../src/agents/presets';

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

  test('means the configured agent', () => {
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

  test('of a preset written in Python goes through uvx, and npx is of no use to it', () => {
    const choice = chooseAgent('fast-agent', {}, ROOT, installed('uvx'));
    expect(choice.launch).toEqual({ command: 'uvx', args: ['fast-agent-acp', '-x'] });
    expect(choice.installs).toBe(true);
    expect(() => chooseAgent('fast-agent', {}, ROOT, installed('npx'))).toThrow('is not installed');
  });

  test('of a preset that is a program of its own needs that program', () => {
    expect(chooseAgent('junie', {}, ROOT, installed('junie')).launch).toEqual({
      command: 'junie',
      args: ['--acp=true'],
    });
    expect(() => chooseAgent('junie', {}, ROOT, installed('npx', 'uvx'))).toThrow(
      'agent "junie": "junie" is not installed; :Acp install junie',
    );
  });

  test('of a preset gets the environment of the preset', () => {
    expect(chooseAgent('auggie', {}, ROOT, installed('auggie')).launch.env).toEqual({
      AUGMENT_DISABLE_AUTO_UPDATE: '1',
    });
  });

  test('of a preset that cannot be had says how to get it', () => {
    expect(() => chooseAgent('claude', {}, ROOT, installed())).toThrow(
      'agent "claude": "claude-agent-acp" is not installed; :Acp install claude',
    );
  });

  test('that means no agent is refused with the known names', () => {
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

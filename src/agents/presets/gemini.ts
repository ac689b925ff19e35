import type { AgentPreset } from './preset';

export const gemini: AgentPreset = {
  name: 'gemini',
  registry: 'gemini',
  title: 'Gemini CLI',
  command: 'gemini',
  args: ['--acp'],
  npx: '@google/gemini-cli',
  install: 'npm install -g @google/gemini-cli',
  quirks: { agentName: 'gemini-cli', missingFileReadsEmpty: true, writesThroughClient: true },
};

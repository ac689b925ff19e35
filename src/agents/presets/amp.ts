import type { AgentPreset } from './preset';

export const amp: AgentPreset = {
  name: 'amp',
  registry: 'amp-acp',
  title: 'Amp',
  command: 'amp-acp',
  args: [],
  npx: 'amp-acp',
  install: 'npm install -g amp-acp',
};

import type { AgentPreset } from './preset';

export const droid: AgentPreset = {
  name: 'droid',
  title: 'Factory Droid',
  command: 'droid',
  args: ['exec', '--output-format', 'acp-daemon'],
  npx: 'droid',
  install: 'npm install -g droid',
};

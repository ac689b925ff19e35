import type { AgentPreset } from './preset';

export const kilo: AgentPreset = {
  name: 'kilo',
  registry: 'kilo',
  title: 'Kilo Code',
  command: 'kilo',
  args: ['acp'],
  npx: '@kilocode/cli',
  install: 'npm install -g @kilocode/cli',
};

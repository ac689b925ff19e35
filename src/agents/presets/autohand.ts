import type { AgentPreset } from './preset';

export const autohand: AgentPreset = {
  name: 'autohand',
  registry: 'autohand',
  title: 'Autohand Code',
  command: 'autohand-acp',
  args: [],
  npx: '@autohandai/autohand-acp',
  install: 'npm install -g @autohandai/autohand-acp',
};

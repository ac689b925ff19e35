import type { AgentPreset } from './preset';

export const nova: AgentPreset = {
  name: 'nova',
  registry: 'nova',
  title: 'Nova',
  command: 'nova',
  args: ['acp'],
  npx: '@compass-ai/nova',
  install: 'npm install -g @compass-ai/nova',
};

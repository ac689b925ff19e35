import type { AgentPreset } from './preset';

export const grok: AgentPreset = {
  name: 'grok',
  registry: 'grok-build',
  title: 'Grok Build',
  command: 'grok',
  args: ['agent', 'stdio'],
  npx: '@xai-official/grok',
  install: 'npm install -g @xai-official/grok',
};

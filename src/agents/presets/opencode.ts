import type { AgentPreset } from './preset';

export const opencode: AgentPreset = {
  name: 'opencode',
  registry: 'opencode',
  title: 'OpenCode',
  command: 'opencode',
  args: ['acp'],
  npx: 'opencode-ai',
  install: 'npm install -g opencode-ai',
};

import type { AgentPreset } from './preset';

export const copilot: AgentPreset = {
  name: 'copilot',
  title: 'GitHub Copilot',
  command: 'copilot',
  args: ['--acp'],
  npx: '@github/copilot',
  install: 'npm install -g @github/copilot',
};

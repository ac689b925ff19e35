import type { AgentPreset } from './preset';

export const copilot: AgentPreset = {
  name: 'copilot',
  registry: 'github-copilot-cli',
  title: 'GitHub Copilot',
  command: 'copilot',
  args: ['--acp'],
  npx: '@github/copilot',
  install: 'npm install -g @github/copilot',
};

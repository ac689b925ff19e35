import type { AgentPreset } from './preset';

export const copilotLanguageServer: AgentPreset = {
  name: 'copilot-language-server',
  registry: 'github-copilot',
  title: 'Copilot Language Server',
  command: 'copilot-language-server',
  args: ['--acp'],
  npx: '@github/copilot-language-server',
  install: 'npm install -g @github/copilot-language-server',
};

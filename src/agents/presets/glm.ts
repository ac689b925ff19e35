import type { AgentPreset } from './preset';

export const glm: AgentPreset = {
  name: 'glm',
  registry: 'glm-acp-agent',
  title: 'GLM Agent',
  command: 'glm-acp-agent',
  args: [],
  npx: 'glm-acp-agent',
  install: 'npm install -g glm-acp-agent',
};

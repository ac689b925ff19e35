import type { AgentPreset } from './preset';

export const corust: AgentPreset = {
  name: 'corust',
  registry: 'corust-agent',
  title: 'Corust Agent',
  command: 'corust-agent-acp',
  args: [],
  page: 'https://github.com/Corust-ai/corust-agent-release',
};

import type { AgentPreset } from './preset';

export const devin: AgentPreset = {
  name: 'devin',
  registry: 'devin',
  title: 'Devin',
  command: 'devin',
  args: ['acp'],
  page: 'https://docs.devin.ai/cli',
};

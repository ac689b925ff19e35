import type { AgentPreset } from './preset';

export const poolside: AgentPreset = {
  name: 'poolside',
  registry: 'poolside',
  title: 'Poolside',
  command: 'pool',
  args: ['acp'],
  page: 'https://github.com/poolsideai/pool',
};

import type { AgentPreset } from './preset';

export const harn: AgentPreset = {
  name: 'harn',
  registry: 'harn',
  title: 'Harn',
  command: 'harn',
  args: ['serve', 'acp'],
  page: 'https://harnlang.com',
};

import type { AgentPreset } from './preset';

export const goose: AgentPreset = {
  name: 'goose',
  registry: 'goose',
  title: 'goose',
  command: 'goose',
  args: ['acp'],
  page: 'https://block.github.io/goose/',
};

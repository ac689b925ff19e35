import type { AgentPreset } from './preset';

export const goose: AgentPreset = {
  name: 'goose',
  title: 'goose',
  command: 'goose',
  args: ['acp'],
  install: 'see the goose project for its installer',
};

import type { AgentPreset } from './preset';

export const goose: AgentPreset = {
  name: 'goose',
  title: 'goose',
  command: 'goose',
  args: ['acp'],
};

import type { AgentPreset } from './preset';

export const junie: AgentPreset = {
  name: 'junie',
  registry: 'junie',
  title: 'Junie',
  command: 'junie',
  args: ['--acp=true'],
  page: 'https://junie.jetbrains.com',
};

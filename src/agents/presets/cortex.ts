import type { AgentPreset } from './preset';

export const cortex: AgentPreset = {
  name: 'cortex',
  registry: 'cortex-code',
  title: 'Cortex Code',
  command: 'cortex',
  args: ['acp', 'serve'],
  page: 'https://docs.snowflake.com/en/user-guide/cortex-code/cortex-code',
};

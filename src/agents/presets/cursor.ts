import type { AgentPreset } from './preset';

export const cursor: AgentPreset = {
  name: 'cursor',
  registry: 'cursor',
  title: 'Cursor',
  command: 'cursor-agent',
  args: ['acp'],
  page: 'https://cursor.com/docs/cli/acp',
};

import type { AgentPreset } from './preset';

export const cline: AgentPreset = {
  name: 'cline',
  registry: 'cline',
  title: 'Cline',
  command: 'cline',
  args: ['--acp'],
  npx: 'cline',
  install: 'npm install -g cline',
};

import type { AgentPreset } from './preset';

export const sigit: AgentPreset = {
  name: 'sigit',
  registry: 'sigit',
  title: 'siGit Code',
  command: 'sigit',
  args: [],
  npx: '@smbcloud/sigit',
  install: 'npm install -g @smbcloud/sigit',
};

import type { AgentPreset } from './preset';

export const dirac: AgentPreset = {
  name: 'dirac',
  registry: 'dirac',
  title: 'Dirac',
  command: 'dirac',
  args: ['--acp'],
  npx: 'dirac-cli',
  install: 'npm install -g dirac-cli',
};

import type { AgentPreset } from './preset';

export const droid: AgentPreset = {
  name: 'droid',
  registry: 'factory-droid',
  title: 'Factory Droid',
  command: 'droid',
  args: ['exec', '--output-format', 'acp-daemon'],
  npx: 'droid',
  install: 'npm install -g droid',
  env: { DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' },
};

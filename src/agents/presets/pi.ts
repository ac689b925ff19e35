import type { AgentPreset } from './preset';

export const pi: AgentPreset = {
  name: 'pi',
  registry: 'pi-acp',
  title: 'Pi',
  command: 'pi-acp',
  args: [],
  npx: 'pi-acp',
  install: 'npm install -g pi-acp',
};

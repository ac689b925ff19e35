import type { AgentPreset } from './preset';

export const kimi: AgentPreset = {
  name: 'kimi',
  registry: 'kimi',
  title: 'Kimi Code',
  command: 'kimi',
  args: ['acp'],
  npx: '@moonshot-ai/kimi-code',
  install: 'npm install -g @moonshot-ai/kimi-code',
};

import type { AgentPreset } from './preset';

export const qwen: AgentPreset = {
  name: 'qwen',
  registry: 'qwen-code',
  title: 'Qwen Code',
  command: 'qwen',
  args: ['--acp', '--experimental-skills'],
  npx: '@qwen-code/qwen-code',
  install: 'npm install -g @qwen-code/qwen-code',
};

import type { AgentPreset } from './preset';

export const fastAgent: AgentPreset = {
  name: 'fast-agent',
  registry: 'fast-agent',
  title: 'fast-agent',
  command: 'fast-agent-acp',
  args: ['-x'],
  uvx: 'fast-agent-acp',
  install: 'uv tool install fast-agent-acp',
};

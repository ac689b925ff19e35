import type { AgentPreset } from './preset';

export const codex: AgentPreset = {
  name: 'codex',
  registry: 'codex-acp',
  title: 'Codex',
  command: 'codex-acp',
  args: [],
  npx: '@agentclientprotocol/codex-acp',
  install: 'npm install -g @agentclientprotocol/codex-acp',
};

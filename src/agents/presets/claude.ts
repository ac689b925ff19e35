import type { AgentPreset } from './preset';

export const claude: AgentPreset = {
  name: 'claude',
  registry: 'claude-acp',
  title: 'Claude Code',
  command: 'claude-agent-acp',
  args: [],
  npx: '@agentclientprotocol/claude-agent-acp',
  install: 'npm install -g @agentclientprotocol/claude-agent-acp',
};

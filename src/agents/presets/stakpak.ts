import type { AgentPreset } from './preset';

export const stakpak: AgentPreset = {
  name: 'stakpak',
  registry: 'stakpak',
  title: 'Stakpak',
  command: 'stakpak',
  args: ['acp'],
  page: 'https://github.com/stakpak/agent',
};

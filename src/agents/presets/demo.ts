import { join } from 'node:path';
import type { AgentPreset } from './preset';

/** The built-in agent: needs no model, no account and no network. `root` is the plugin's folder. */
export function demo(root: string): AgentPreset {
  return {
    name: 'demo',
    title: 'Demo agent',
    command: process.execPath,
    args: [join(root, 'bin', 'acp-demo-agent.js')],
  };
}

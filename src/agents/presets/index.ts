import { auggie } from './auggie';
import { claude } from './claude';
import { cline } from './cline';
import { codex } from './codex';
import { copilot } from './copilot';
import { copilotLanguageServer } from './copilot-language-server';
import { droid } from './droid';
import { gemini } from './gemini';
import { goose } from './goose';
import { grok } from './grok';
import { kilo } from './kilo';
import { kimi } from './kimi';
import { opencode } from './opencode';
import { pi } from './pi';
import type { AgentPreset } from './preset';
import { qwen } from './qwen';

/** Known agents, in the order in which an installed one becomes the default. */
export const PRESETS: readonly AgentPreset[] = [
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  kimi,
  qwen,
  goose,
  auggie,
  cline,
  droid,
  copilotLanguageServer,
  grok,
  kilo,
  pi,
];

/** What is known of an agent's oddities, by the name it gives itself in `initialize`. */
export function quirksOf(
  agentName: string | undefined,
): Omit<NonNullable<AgentPreset['quirks']>, 'agentName'> {
  const known = PRESETS.find(({ quirks }) => quirks && quirks.agentName === agentName);
  return known?.quirks ?? {};
}

import { amp } from './amp';
import { auggie } from './auggie';
import { autohand } from './autohand';
import { claude } from './claude';
import { cline } from './cline';
import { codex } from './codex';
import { copilot } from './copilot';
import { copilotLanguageServer } from './copilot-language-server';
import { cortex } from './cortex';
import { corust } from './corust';
import { cursor } from './cursor';
import { devin } from './devin';
import { dimcode } from './dimcode';
import { dirac } from './dirac';
import { droid } from './droid';
import { fastAgent } from './fast-agent';
import { gemini } from './gemini';
import { glm } from './glm';
import { goose } from './goose';
import { grok } from './grok';
import { harn } from './harn';
import { junie } from './junie';
import { kilo } from './kilo';
import { kimi } from './kimi';
import { nova } from './nova';
import { opencode } from './opencode';
import { pi } from './pi';
import { poolside } from './poolside';
import type { AgentPreset } from './preset';
import { qwen } from './qwen';
import { sigit } from './sigit';
import { stakpak } from './stakpak';

/** Known agents, in the order in which an installed one becomes the default. */
export const PRESETS: readonly AgentPreset[] = [
  claude,
  codex,
  gemini,
  copilot,
  opencode,
  kimi,
  qwen,
  cursor,
  goose,
  auggie,
  amp,
  devin,
  junie,
  cline,
  droid,
  copilotLanguageServer,
  grok,
  kilo,
  pi,
  autohand,
  dimcode,
  dirac,
  fastAgent,
  glm,
  sigit,
  stakpak,
  corust,
  // Last: programs of these names may well be something else.
  cortex,
  harn,
  nova,
  poolside,
];

/** What is known of an agent's oddities, by the name it gives itself in `initialize`. */
export function quirksOf(
  agentName: string | undefined,
): Omit<NonNullable<AgentPreset['quirks']>, 'agentName'> {
  const known = PRESETS.find(({ quirks }) => quirks && quirks.agentName === agentName);
  return known?.quirks ?? {};
}

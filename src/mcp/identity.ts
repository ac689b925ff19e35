/** What the server says of itself in `initialize`. The bridge must say the same while there is no host to ask. */
import { isRecord } from '../base/guards';

/** Those that begin with `initialize`; the newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18'];

export const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
} as const;

export const SERVER_INFO = { name: 'neovim', title: 'Neovim' } as const;

export const INSTRUCTIONS =
  "Tools of the user's editor, Neovim. They see what the user sees: unsaved text, diagnostics, language servers. " +
  'What changes a file is shown to the user, who may refuse it.';

/** The answer to `initialize`. */
export function initializeResult(params: unknown, version: string): Record<string, unknown> {
  const requested = isRecord(params) ? params.protocolVersion : undefined;
  const known = PROTOCOL_VERSIONS.find((one) => one === requested);
  return {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: { ...SERVER_INFO, version },
    instructions: INSTRUCTIONS,
  };
}

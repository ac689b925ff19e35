/** What the user's rules deny, they deny also where an agent does not ask for permission but acts through the editor. */
import { AcpError } from '../protocol/errors';
import type { CreateTerminalRequest } from '../protocol/schema.gen';
import type { PermissionRequest } from './state';

/** Why the user's rules deny it; nothing: they do not. */
export type Forbids = (deed: PermissionRequest) => string | undefined;

/** The only answer that a rule can give to a deed: it is no question. */
const REFUSED = { optionId: 'refused', name: 'Refuse', kind: 'reject_once' } as const;

/** `terminal/create`, as the permission that might have been asked for it. */
export function commandDeed({ command, args, cwd }: CreateTerminalRequest): PermissionRequest {
  const rawInput = { command, ...(args?.length ? { args } : {}), ...(cwd ? { cwd } : {}) };
  return {
    ...deed('terminal/create', [command, ...(args ?? [])].join(' ')),
    kind: 'execute',
    rawInput,
  };
}

/** `fs/read_text_file` or `fs/write_text_file`, as the permission that might have been asked for it. */
export function fileDeed(kind: 'read' | 'edit', path: string): PermissionRequest {
  const id = kind === 'read' ? 'fs/read_text_file' : 'fs/write_text_file';
  return { ...deed(id, path), kind, locations: [{ path }] };
}

/** Throws, in words for the agent. */
export function refuseForbidden(forbids: Forbids, deed: PermissionRequest): void {
  const why = forbids(deed);
  if (why) throw AcpError.internal(`the user's rules deny this (${why}): ${deed.title}`);
}

function deed(id: string, title: string): PermissionRequest {
  return {
    id,
    toolCallId: '',
    title,
    kind: 'other',
    options: [REFUSED],
    content: [],
    locations: [],
  };
}

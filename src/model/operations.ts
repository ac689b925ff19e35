/** What an agent does through the editor without asking, as the permission that might have been asked for it. */
import type { CreateTerminalRequest } from '../protocol/schema.gen';
import type { PermissionRequest } from './state';

/** What the user's rules say to a deed, and why. */
export interface Ruling {
  readonly effect: 'deny' | 'ask';
  readonly why: string;
}

/** Nothing: the rules say nothing against it. */
export type Judge = (deed: PermissionRequest) => Ruling | undefined;

/** The only answer that a rule can give to a deed: it is no question. */
const REFUSED = { optionId: 'refused', name: 'Refuse', kind: 'reject_once' } as const;

/** `terminal/create` */
export function commandDeed({ command, args, cwd, env }: CreateTerminalRequest): PermissionRequest {
  const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const rawInput = {
    command,
    ...(args?.length ? { args } : {}),
    ...(cwd ? { cwd } : {}),
    ...(env?.length ? { env: variables } : {}),
  };
  const title = [command, ...(args ?? [])].join(' ');
  return { ...deed('terminal/create', title), kind: 'execute', rawInput };
}

/** `fs/read_text_file` or `fs/write_text_file` */
export function fileDeed(kind: 'read' | 'edit', path: string): PermissionRequest {
  const id = kind === 'read' ? 'fs/read_text_file' : 'fs/write_text_file';
  return { ...deed(id, path), kind, locations: [{ path }] };
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

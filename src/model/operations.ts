/** What an agent does through the editor without asking, as the permission that might have been asked for it. */
import type { CreateTerminalRequest } from '../protocol/schema.gen';
import type { PermissionRequest } from './state';

/** What the user's rules say to an operation, and why. */
export interface Ruling {
  readonly effect: 'deny' | 'ask';
  readonly why: string;
}

/** The only answer that a rule can give to an operation: it is no question. */
const REFUSED = { optionId: 'refused', name: 'Refuse', kind: 'reject_once' } as const;

/** `terminal/create` */
export function commandOperation({
  command,
  args,
  cwd,
  env,
}: CreateTerminalRequest): PermissionRequest {
  const variables = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  const rawInput = {
    command,
    ...(args?.length ? { args } : {}),
    ...(cwd ? { cwd } : {}),
    ...(env?.length ? { env: variables } : {}),
  };
  const title = [command, ...(args ?? [])].join(' ');
  return { ...operation('terminal/create', title), kind: 'execute', rawInput };
}

/** `fs/read_text_file` or `fs/write_text_file` */
export function fileOperation(kind: 'read' | 'edit', path: string): PermissionRequest {
  const id = kind === 'read' ? 'fs/read_text_file' : 'fs/write_text_file';
  return { ...operation(id, path), kind, locations: [{ path }] };
}

function operation(id: string, title: string): PermissionRequest {
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

import type { PermissionRequest } from '../../src/model/state';
import { parseRule, type Rule } from '../../src/rules/rule';

/** Where and for whom rules are tried. */
export const around = { agent: 'claude', cwd: '/project', home: '/home/user' };

/** A rule of the options, from its text; throws when it is none. */
export function rule(text: string): Rule {
  const parsed = parseRule(text, 'options');
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

/** An edit that names nothing, but for the fields given. */
export function request(fields: Partial<PermissionRequest> = {}): PermissionRequest {
  return {
    id: 'p',
    toolCallId: 't',
    title: 'Do it',
    kind: 'edit',
    options: [],
    content: [],
    locations: [],
    ...fields,
  };
}

/** A shell line that asks to be run. */
export function command(line: string): PermissionRequest {
  return request({ kind: 'execute', rawInput: { command: line } });
}

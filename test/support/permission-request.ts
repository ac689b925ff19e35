import type { PermissionRequest } from '../../src/model/state';

/** A question that asks for nothing in particular, with these fields. */
export function permissionRequest(fields: Partial<PermissionRequest>): PermissionRequest {
  return {
    id: 'p1',
    toolCallId: 'c1',
    title: 'Do it',
    kind: 'other',
    options: [],
    content: [],
    locations: [],
    ...fields,
  };
}

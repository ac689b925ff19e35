import type { PermissionOption } from '../protocol/schema.gen';

export type Choice =
  | { readonly ok: true; readonly optionId?: string }
  | { readonly ok: false; readonly error: string };

/**
 * The option that a bare "allow" or "reject" means. Allowing takes only `allow_once`: anything wider must be
 * chosen by name. Where nothing rejects, "cancelled" is the only no there is.
 */
export function pickOption(
  options: readonly PermissionOption[],
  answer: 'allow' | 'reject',
): Choice {
  if (answer === 'reject') {
    const found = first(options, 'reject_once') ?? first(options, 'reject_always');
    return found ? { ok: true, optionId: found.optionId } : { ok: true };
  }
  const found = first(options, 'allow_once');
  if (found) return { ok: true, optionId: found.optionId };
  const names = options.map((option) => `"${option.name}"`).join(', ');
  return { ok: false, error: `no option allows just once; choose one in the float: ${names}` };
}

function first(
  options: readonly PermissionOption[],
  kind: PermissionOption['kind'],
): PermissionOption | undefined {
  return options.find((option) => option.kind === kind);
}

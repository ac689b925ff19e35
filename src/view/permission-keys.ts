import type { PermissionOption } from '../protocol/schema.gen';

/** Keys that choose the first option of a kind. */
const KIND_KEYS: Readonly<Record<PermissionOption['kind'], string>> = {
  allow_once: 'a',
  allow_always: 'A',
  reject_once: 'r',
  reject_always: 'R',
};

// Without what moves in or leaves a window (h j k l g G q), so that a long request can be read, and the float's own keys:
// `e` edits, `m` makes a rule, `o` shows all, `p` previews, `s` shows side by side, `x` rejects with a reason.
const OTHER_KEYS = [...'123456789', ...'bcdfintuvwyz', ...'BCDEFIJKLMNOPQSTUVWXYZ'];

/** One key for each option, in the options' order, all different. */
export function permissionKeys(options: readonly Pick<PermissionOption, 'kind'>[]): string[] {
  const free = [...OTHER_KEYS];
  const taken = new Set<string>();
  return options.map(({ kind }, index) => {
    const known = KIND_KEYS[kind];
    if (known && !taken.has(known)) {
      taken.add(known);
      return known;
    }
    // No agent has asked with more options than there are keys; they must differ all the same.
    return free.shift() ?? String.fromCodePoint(0x100 + index);
  });
}

/** Tools whose input has a definition in `types/index.ts`. */
export const KNOWN_TOOLS = [
  'Bash',
  'Read',
  'Write',
  'Edit',
  'Glob',
  'Grep',
  'WebFetch',
  'WebSearch',
  'Task',
  'TodoWrite',
] as const;

const NAMES: ReadonlySet<string> = new Set(KNOWN_TOOLS);

/** @param added the user's (the option `known_tools`) */
export function isKnownTool(name: string | undefined, added: readonly string[] = []): boolean {
  return name !== undefined && (NAMES.has(name) || added.includes(name));
}

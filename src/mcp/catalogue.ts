/** Which tools a session offers, and how they are listed. Pure. */
import type { OfferedTool, ToolAnnotations } from './tool';

/** The option `editor_tools`. */
export type ToolChoice =
  | boolean
  | { readonly only?: readonly string[]; readonly except?: readonly string[] };

/** What the user has switched since, by the name of the tool; that counts more than the options. */
export type ToolSwitches = ReadonlyMap<string, boolean>;

export function isOffered(name: string, choice: ToolChoice, switches: ToolSwitches): boolean {
  return switches.get(name) ?? isChosen(name, choice);
}

function isChosen(name: string, choice: ToolChoice): boolean {
  if (typeof choice === 'boolean') return choice;
  const { only, except = [] } = choice;
  return (only === undefined || only.includes(name)) && !except.includes(name);
}

const PAGE_SIZE = 50;

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent: there are no more. */
  readonly nextCursor?: string;
}

/**
 * A cursor names the last item of its page: the pages fit together although items come and go. Nothing for a cursor that
 * is none of ours, or whose item is gone.
 */
export function pageOf<T>(
  list: readonly T[],
  nameOf: (item: T) => string,
  cursor: string | undefined,
  size = PAGE_SIZE,
): Page<T> | undefined {
  const last =
    cursor === undefined ? -1 : list.findIndex((one) => cursorOf(nameOf(one)) === cursor);
  if (cursor !== undefined && last < 0) return undefined;
  const items = list.slice(last + 1, last + 1 + size);
  const end = items.at(-1);
  const isMore = last + 1 + size < list.length;
  return { items, ...(end !== undefined && isMore ? { nextCursor: cursorOf(nameOf(end)) } : {}) };
}

function cursorOf(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** As agents get it. Hints about registered tools are those of whoever registered them. */
export function listed(tool: OfferedTool) {
  const { name, title, description, inputSchema, outputSchema } = tool;
  return {
    name,
    title,
    description,
    inputSchema,
    ...(outputSchema ? { outputSchema } : {}),
    annotations: annotationsOf(tool),
  };
}

function annotationsOf(tool: OfferedTool): ToolAnnotations {
  if (tool.effect === 'unknown') return { title: tool.title, ...tool.annotations };
  const readOnlyHint = tool.effect !== 'changes';
  return {
    title: tool.title,
    readOnlyHint,
    ...(readOnlyHint ? {} : { destructiveHint: true, idempotentHint: false }),
    openWorldHint: false,
  };
}

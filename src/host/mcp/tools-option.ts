/** The option `editor_tools`, of all agents and of one. Pure. */

/** Which tools, and how they are reached. */
export interface ToolsTable {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly transport?: 'stdio' | 'http';
}

export type ToolsOption = boolean | ToolsTable;

/** What an agent's own entry says takes the place of what holds for all, but for what it is silent about. */
export function toolsFor(all: ToolsOption, own: ToolsOption | undefined): ToolsOption {
  if (own === undefined || own === false) return own ?? all;
  const { transport } = tableOf(all);
  const given = tableOf(own);
  return transport && !given.transport ? { ...given, transport } : own;
}

/** Whether an agent gets any tools at all. */
export function hasTools(option: ToolsOption): boolean {
  return option !== false && tableOf(option).only?.length !== 0;
}

export function wantsHttp(option: ToolsOption): boolean {
  return tableOf(option).transport === 'http';
}

function tableOf(option: ToolsOption): ToolsTable {
  return typeof option === 'boolean' ? {} : option;
}

/** Which renderer draws which kind of tool. */
import type { ToolKind } from '../../protocol/schema.gen';
import { deleteTool } from './delete';
import { edit } from './edit';
import { execute } from './execute';
import { fetch } from './fetch';
import { move } from './move';
import { other } from './other';
import { read } from './read';
import type { ToolRenderer } from './renderer';
import { search } from './search';
import { switchMode } from './switch-mode';
import { think } from './think';

export const TOOL_RENDERERS = {
  read,
  edit,
  delete: deleteTool,
  move,
  search,
  execute,
  think,
  fetch,
  switch_mode: switchMode,
  other,
} satisfies Record<ToolKind, ToolRenderer>;

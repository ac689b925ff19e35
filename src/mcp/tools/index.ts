import type { EditorTool } from '../tool';

/** All tools of the editor, in the order in which they are listed. */
export const TOOLS: readonly EditorTool[] = [];

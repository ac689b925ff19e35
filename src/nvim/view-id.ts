/** Identifies one chat (transcript + prompt buffers) in the editor; made by Lua, counting from 1. */
export type ViewId = number;

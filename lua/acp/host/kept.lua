--- What a host leaves to the next one when it dies. Nothing of it is on the disk: what is secret stays so, and is
--- gone with the editor.
local M = {}

---@type acp.KeptTools?
local tools

--- Where agents that still run reach the editor's tools, and by which right.
---@param now acp.KeptTools
function M.keep_editor_tools(now)
  tools = now
end

---@return acp.KeptTools?
function M.editor_tools()
  return tools
end

return M

--- Pieces of text with their highlight groups, as Neovim takes them for borders and virtual lines.
local M = {}

---@alias acp.Chunk { [1]: string, [2]: string } text and highlight group

---@param chunks acp.Chunk[]
---@return integer cells
function M.width(chunks)
  local cells = 0
  for _, chunk in ipairs(chunks) do
    cells = cells + vim.fn.strdisplaywidth(chunk[1])
  end
  return cells
end

return M

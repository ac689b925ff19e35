--- Text and the cells that it takes: in lines, and in pieces with highlight groups, as Neovim takes them for borders
--- and virtual lines.
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

--- Breaks a text between words.
---@param text string
---@param width integer
---@return string[]
function M.wrap(text, width)
  local lines = {}
  for word in text:gmatch('%S+') do
    local longer = #lines > 0 and lines[#lines] .. ' ' .. word
    if longer and vim.fn.strdisplaywidth(longer) <= width then
      lines[#lines] = longer
    else
      table.insert(lines, word)
    end
  end
  return lines
end

return M

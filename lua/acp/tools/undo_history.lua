--- The undo tree of a buffer as a flat list.
local info = require('acp.buffers.info')
local paths = require('acp.paths')

local M = {}

---@class acp.UndoBranch
---@field entries table[] as `undotree()` has them
---@field parent integer

--- Nothing when the file is not loaded.
---@param path string absolute
---@return acp.UndoHistory?
function M.of(path)
  local bufnr = info.loaded(paths.real(path) or path)
  if not bufnr then
    return nil
  end
  local tree = vim.fn.undotree(bufnr)
  ---@type acp.UndoEntry[], acp.UndoBranch[]
  local list, branches = {}, { { entries = tree.entries, parent = 0 } }
  while #branches > 0 do
    local branch = table.remove(branches) ---@type acp.UndoBranch
    local parent = branch.parent
    for _, entry in ipairs(branch.entries) do
      table.insert(list, {
        seq = entry.seq,
        parent = parent,
        time = entry.time,
        saved = entry.save ~= nil,
      })
      if entry.alt then
        table.insert(branches, { entries = entry.alt, parent = parent })
      end
      parent = entry.seq
    end
  end
  return { current = tree.seq_cur, entries = list }
end

return M

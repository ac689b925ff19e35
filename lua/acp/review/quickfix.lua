--- Pending changes in the quickfix list.
local M = {}

local TITLE = 'Changes of agents'

---@param entry acp.QuickfixEntry
---@return vim.quickfix.entry
local function item(entry)
  return {
    filename = entry.path,
    lnum = entry.line,
    end_lnum = entry.endLine,
    col = 1,
    text = entry.text,
    valid = 1,
    user_data = { ids = entry.ids },
  }
end

--- Makes a list of them; one that this has made last is replaced. No window is opened or entered.
---@param entries acp.QuickfixEntry[]
function M.show(entries)
  local current = vim.fn.getqflist({ title = 0 })
  local action = current.title == TITLE and 'r' or ' '
  vim.fn.setqflist({}, action, { title = TITLE, items = vim.tbl_map(item, entries) })
end

return M

--- The quickfix list, for the editor's tools.
local M = {}

local api = vim.api
--- How a list says that `set` has made it.
local MADE_HERE = { acp = 'tools' }

---@return acp.QuickfixState
function M.get()
  local found = vim.fn.getqflist({ title = true, items = true, context = true })
  local items = {}
  for _, item in ipairs(found.items) do
    local is_file = item.bufnr > 0
      and api.nvim_buf_is_valid(item.bufnr)
      and vim.bo[item.bufnr].buftype == ''
    local name = is_file and api.nvim_buf_get_name(item.bufnr) or ''
    if name ~= '' then
      table.insert(items, {
        name = name,
        line = item.lnum,
        byte = item.vcol == 0 and item.col or 0,
        text = item.text,
        type = item.type,
      })
    end
  end
  return {
    title = vim.deep_equal(found.context, MADE_HERE) and found.title or nil,
    items = items,
  }
end

--- Makes a new list: those before stay, for `:colder`. No window is opened or entered.
---@param title string
---@param items acp.QuickfixItem[]
function M.set(title, items)
  vim.fn.setqflist({}, ' ', {
    title = title,
    context = MADE_HERE,
    items = vim.tbl_map(function(item)
      return {
        filename = item.name,
        lnum = item.line,
        col = item.byte,
        text = item.text,
        type = item.type,
      }
    end, items),
  })
end

return M

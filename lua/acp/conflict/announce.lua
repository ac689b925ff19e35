--- Says that there are new conflicts: once for a burst of them.
local notify = require('acp.ui.notify')

local M = {}

--- All conflicts that come within this time are one message.
local BURST_MS = 150

---@type table<string, integer> new conflicts that are not reported yet, by file
local unreported = {}

local function report()
  local count, files = 0, vim.tbl_keys(unreported)
  for _, fresh in pairs(unreported) do
    count = count + fresh
  end
  unreported = {}
  table.sort(files)
  local where = #files == 1 and files[1] or ('%d files'):format(#files)
  local what = count == 1 and 'a conflict' or ('%d conflicts'):format(count)
  notify.show('warn', ('%s in %s, your text was kept (:Acp conflict next)'):format(what, where))
end

--- New conflicts are on show.
---@param bufnr integer
---@param fresh integer
function M.fresh(bufnr, fresh)
  if next(unreported) == nil then
    vim.defer_fn(report, BURST_MS)
  end
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
  unreported[name] = (unreported[name] or 0) + fresh
end

return M

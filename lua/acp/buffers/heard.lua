--- Runs what relies on its own autocommands, though the user or a plugin has turned all off.
local quiet = require('acp.buffers.quiet')

local M = {}

--- Not in Neovim 0.10.
local BY_WINDOW = vim.fn.exists('+eventignorewin') == 1

--- By window: which events are ignored there.
---@return table<integer, string>
local function ignored_in_windows(bufnr)
  local ignored = {}
  for _, win in ipairs(BY_WINDOW and vim.fn.win_findbuf(bufnr) or {}) do
    local value = vim.wo[win].eventignorewin
    ignored[win] = value ~= '' and value or nil
  end
  return ignored
end

---@param bufnr integer whose events are meant
---@param event string
---@return boolean # false: some or all autocommands for it do not run
function M.is_heard(bufnr, event)
  local ignored = vim.tbl_values(ignored_in_windows(bufnr))
  table.insert(ignored, vim.go.eventignore)
  return vim.iter(ignored):all(function(value)
    local names = vim.split(value:lower(), ',', { trimempty = true })
    local is_meant = vim.list_contains(names, 'all') or vim.list_contains(names, event:lower())
    return not is_meant or vim.list_contains(names, '-' .. event:lower())
  end)
end

---@param bufnr integer whose events are meant
---@param fn fun() raises nothing
---@param but? string an event that is ignored all the same
function M.run(bufnr, fn, but)
  quiet.run(function()
    vim.go.eventignore = but and 'OptionSet,' .. but or 'OptionSet'
    local before = ignored_in_windows(bufnr)
    for win in pairs(before) do
      vim.wo[win].eventignorewin = ''
    end
    fn()
    for win, ignored in pairs(before) do
      vim.wo[win].eventignorewin = ignored
    end
  end)
end

return M

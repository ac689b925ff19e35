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

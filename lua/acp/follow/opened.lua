--- Buffers that are loaded only because of follow mode: they may be closed again when it ends.
local editor_window = require('acp.ui.editor_window')

local M = {}

---@type table<integer, integer> what the window showed before, by buffer
local opened = {}

--- A buffer came into the window; `before` was there.
---@param buf integer
---@param before integer
function M.add(buf, before)
  opened[buf] = opened[before] or before
end

--- The user has been there: it is theirs now.
---@param buf integer
function M.keep(buf)
  opened[buf] = nil
end

function M.forget()
  opened = {}
end

--- Closes what no other window shows and nobody has changed.
---@param win? integer the window that was moved
function M.close(win)
  local all = opened
  opened = {}
  for buf, before in pairs(all) do
    local wins = vim.api.nvim_buf_is_valid(buf) and vim.fn.win_findbuf(buf) or nil
    local only_ours = wins and (#wins == 0 or (#wins == 1 and wins[1] == win))
    if only_ours and not vim.bo[buf].modified then
      if wins[1] and vim.api.nvim_buf_is_valid(before) then
        editor_window.show(wins[1], before)
      end
      pcall(vim.api.nvim_buf_delete, buf, {})
    end
  end
end

return M

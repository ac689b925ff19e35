--- How much of what is asked is out of sight, in rows of the screen: long lines are wrapped.
local window = require('acp.permission.window')

local M = {}

local CTRL_E = '\5'

local function rows_above(win, view)
  if view.skipcol > 0 then
    local to = { end_row = view.topline - 1, end_vcol = view.skipcol }
    return vim.api.nvim_win_text_height(win, to).all
  end
  if view.topline > 1 then
    return vim.api.nvim_win_text_height(win, { end_row = view.topline - 2 }).all
  end
  return 0
end

---@return integer above
---@return integer below
function M.hidden()
  local win = window.ids()
  if not win then
    return 0, 0
  end
  local above = rows_above(win, vim.api.nvim_win_call(win, vim.fn.winsaveview))
  local all = vim.api.nvim_win_text_height(win, {}).all
  return above, math.max(0, all - above - vim.api.nvim_win_get_height(win))
end

--- Goes on by a page; the last row stays in sight as the first.
function M.page()
  local win = window.ids()
  local _, below = M.hidden()
  if win and below > 0 then
    local rows = math.min(below, math.max(1, vim.api.nvim_win_get_height(win) - 1))
    vim.api.nvim_win_call(win, function()
      vim.cmd.normal({ rows .. CTRL_E, bang = true })
    end)
  end
end

return M

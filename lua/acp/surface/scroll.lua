--- How much of a window's text is out of sight, in rows of the screen: long lines are wrapped.
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

---@param win integer
---@return integer above
---@return integer below
function M.hidden(win)
  local above = rows_above(win, vim.api.nvim_win_call(win, vim.fn.winsaveview))
  local all = vim.api.nvim_win_text_height(win, {}).all
  return above, math.max(0, all - above - vim.api.nvim_win_get_height(win))
end

--- Shows what is above rather than nothing below the text, which has become shorter.
---@param win integer
function M.fill(win)
  local height = vim.api.nvim_win_get_height(win)
  vim.api.nvim_win_call(win, function()
    local top = vim.fn.line('w0')
    while top > 1 and vim.api.nvim_win_text_height(win, { start_row = top - 1 }).all < height do
      top = top - 1
    end
    if top < vim.fn.line('w0') then
      vim.fn.winrestview({ topline = top })
    end
  end)
end

--- Goes on by a page; the last row stays in sight as the first.
---@param win integer
---@param below integer rows out of sight
function M.page(win, below)
  local rows = math.min(below, math.max(1, vim.api.nvim_win_get_height(win) - 1))
  vim.api.nvim_win_call(win, function()
    vim.cmd.normal({ rows .. CTRL_E, bang = true })
  end)
end

return M

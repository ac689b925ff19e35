--- Starting to insert. Below the list of a picker that Neovim brings along, which is still on the screen then, Neovim
--- would let the user read it for up to four seconds and heed nobody: that list goes first. While insert mode is about
--- to end (`:stopinsert`), it cannot be started.
local next_key = require('acp.ui.next_key')

local M = {}

local function start_in(win, at_end)
  if vim.api.nvim_get_current_win() == win and vim.api.nvim_get_mode().mode:find('^nt?$') then
    vim.cmd.startinsert({ bang = at_end })
  end
end

---@param at_end? boolean
function M.start(at_end)
  local answering = require('acp.ui.select').is_answering()
  local mode = vim.api.nvim_get_mode().mode
  local win = vim.api.nvim_get_current_win()
  if mode:find('^t') then
    -- It ends with its window being left, and insert mode would end with it.
    next_key.run(function()
      start_in(win, at_end == true)
    end)
    return
  end
  if mode:find('^[vVsS\22\19]') then
    vim.cmd.normal({ '\27', bang = true })
  end
  if answering then
    vim.cmd.redraw()
  else
    vim.cmd.startinsert({ bang = at_end == true })
  end
  if not answering and not mode:find('^i') then
    return
  end
  -- When Neovim waits for the next key it forgets about the list, and an insert mode that was about to end has ended.
  vim.api.nvim_create_autocmd('SafeState', {
    once = true,
    callback = vim.schedule_wrap(function()
      start_in(win, at_end == true)
    end),
  })
end

---@return boolean
function M.is_on()
  return vim.api.nvim_get_mode().mode:find('^n?[iR]') ~= nil
end

return M

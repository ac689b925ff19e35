--- Starting to insert. Below the list of a picker that Neovim brings along, which is still on the screen then, Neovim
--- would let the user read it for up to four seconds and heed nobody: that list goes first.
local M = {}

---@param win integer
---@param at_end boolean
local function start_in(win, at_end)
  if vim.api.nvim_get_current_win() == win and vim.api.nvim_get_mode().mode == 'n' then
    vim.cmd.startinsert({ bang = at_end })
  end
end

---@param at_end? boolean
function M.start(at_end)
  if not require('acp.pick').is_answering() then
    vim.cmd.startinsert({ bang = at_end == true })
    return
  end
  vim.cmd.redraw()
  local win = vim.api.nvim_get_current_win()
  -- Neovim forgets about the list when it waits for the next key.
  vim.api.nvim_create_autocmd('SafeState', {
    once = true,
    callback = vim.schedule_wrap(function()
      start_in(win, at_end == true)
    end),
  })
end

return M

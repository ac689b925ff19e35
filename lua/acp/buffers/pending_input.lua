--- What the user is in the middle of in the current buffer, while text above it changes: a selection, a completion.
local M = {}

---@class acp.Selection
---@field lnum integer where it was started
---@field col integer
---@field select boolean in Select mode

---@return acp.Selection?
local function selection()
  local mode = vim.api.nvim_get_mode().mode
  if mode:match('^[vVsS\22\19]') then
    local start = vim.fn.getpos('v')
    return { lnum = start[2], col = start[3], select = mode:match('^[sS\19]') ~= nil }
  end
end

--- Some versions of Neovim (0.10) leave the start of a selection at its line number: other lines would be selected.
---@param start acp.Selection
local function restore_start(start, lnum)
  if vim.fn.getpos('v')[2] == lnum then
    return
  end
  local view = vim.fn.winsaveview()
  local toggle = start.select and vim.keycode('<C-g>') or ''
  vim.cmd('noautocmd keepjumps normal! ' .. toggle .. 'o')
  vim.api.nvim_win_set_cursor(0, { lnum, start.col - 1 })
  vim.cmd('noautocmd keepjumps normal! o' .. toggle)
  vim.fn.winrestview(view)
end

--- Neovim takes the text of a completion back from where it began to the cursor: in another line by now, with all lines
--- in between. So it ends here, with what it has inserted.
local function end_completion()
  local mode = vim.fn.complete_info({ 'mode' }).mode
  if mode ~= '' and mode ~= 'ctrl_x' and mode ~= 'scroll' then
    vim.fn.complete(vim.fn.col('.'), {})
  end
end

--- Runs `edit`, which changes the buffer's text and takes the cursor along.
---@param bufnr integer
---@param edit fun()
---@param moved fun(lnum: integer): integer where a line is afterwards
function M.keep(bufnr, edit, moved)
  if bufnr ~= vim.api.nvim_get_current_buf() then
    edit()
    return
  end
  local start, lnum = selection(), vim.fn.line('.')
  edit()
  if start then
    pcall(restore_start, start, moved(start.lnum))
  elseif vim.fn.line('.') ~= lnum then
    pcall(end_completion)
  end
end

return M

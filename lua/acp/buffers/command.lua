--- Whether the user is in the middle of a command. Its beginning was meant for the text as it is: `d` knows the line
--- that it began in by its number. While the rest can only be a key (after a count, "f", half of a mapping) Neovim
--- takes no requests, so that nothing comes between anyway.
local M = {}

--- What is typed at these is a line, which nothing has begun to run.
local IS_LINE = { [':'] = true, ['/'] = true, ['?'] = true }

--- `c` began where the last selection did, which was a block of several lines.
local function is_block_changed()
  local top, bottom = vim.fn.line("'<"), vim.fn.line("'>")
  return vim.fn.visualmode() == '\22' and top < bottom and vim.fn.line("'[") == top
end

--- What is typed in a block is put into its other lines afterwards, which are known by their numbers.
local function is_block_typed()
  local operator = vim.v.operator
  return operator == 'I' or operator == 'A' or operator == 'c' and is_block_changed()
end

--- An operator, a count or a register waits for more.
local function is_pending(mode)
  -- After `c` as well, while what it puts in is typed: then it is all done but for that.
  return not mode:find('^[iR]') or is_block_typed()
end

--- A mapping, a function or an autocommand has not come to its end: it asks for a key, or waits for something.
local function is_running(mode, state)
  if mode:find('^t') then
    return false
  end
  if mode:find('^c') then
    return not IS_LINE[vim.fn.getcmdtype()]
  end
  if mode:find('^r') then
    return true
  end
  local is_completing = state:find('a') ~= nil
  return state:find('[mx]') ~= nil or (state:find('S') ~= nil and not is_completing)
end

--- A number in a command line that is being typed may be that of a line: `:20,22d`.
local function is_line_numbered(mode)
  return mode:find('^c') and vim.fn.getcmdtype() == ':' and vim.fn.getcmdline():find('%d') ~= nil
end

--- Whether text in the buffer may not change now, because of what the user, or what they have started, is about to do.
---@param bufnr integer
---@return boolean
function M.holds(bufnr)
  local mode, state = vim.api.nvim_get_mode().mode, vim.fn.state('amoxS')
  if state:find('o') then
    return bufnr == vim.api.nvim_get_current_buf() and is_pending(mode)
  end
  if is_line_numbered(mode) then
    return bufnr == vim.api.nvim_get_current_buf()
  end
  return is_running(mode, state)
end

return M

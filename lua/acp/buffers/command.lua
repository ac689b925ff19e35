--- Whether the user is in the middle of a command. Its beginning was meant for the text as it is: `d` knows the line
--- that it began in by its number. While the rest can only be a key (after a count, "f", half of a mapping) Neovim
--- takes no requests, so that nothing comes between anyway.
local M = {}

--- What is typed at these is a line, which nothing has begun to run.
local IS_LINE = { [':'] = true, ['/'] = true, ['?'] = true }

--- Commands whose pattern is shown while it is typed.
local SHOWS_MATCH = {
  global = true,
  vglobal = true,
  substitute = true,
  smagic = true,
  snomagic = true,
  sort = true,
  vimgrep = true,
  vimgrepadd = true,
  lvimgrep = true,
  lvimgrepadd = true,
}

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
  -- In Visual mode Neovim 0.10 does not call the mode that of the command line.
  local kind = vim.fn.getcmdtype()
  if kind ~= '' then
    return not IS_LINE[kind]
  end
  if mode:find('^r') then
    return true
  end
  local is_completing = state:find('a') ~= nil
  return state:find('[mx]') ~= nil or (state:find('S') ~= nil and not is_completing)
end

--- While a pattern is typed Neovim shows where it leads ('incsearch'), and knows the line to go back to by its number.
local function shows_match(kind)
  if not vim.o.incsearch then
    return false
  end
  if kind ~= ':' then
    return true
  end
  local ok, parsed = pcall(vim.api.nvim_parse_cmd, vim.fn.getcmdline(), {})
  return ok and SHOWS_MATCH[parsed.cmd] == true
end

--- The buffer that the line which is being typed is for, and the line, when it would act on other lines after a change.
---@return integer? bufnr
local function meant_by_line()
  local kind = vim.fn.getcmdtype()
  if IS_LINE[kind] and shows_match(kind) then
    return vim.api.nvim_get_current_buf()
  end
  local window = vim.fn.getcmdwintype()
  local line = window == ':' and vim.api.nvim_get_current_line() or vim.fn.getcmdline()
  -- A number may be that of a line: `:20,22d`.
  if (kind == ':' or window == ':') and line:find('%d') then
    return window == '' and vim.api.nvim_get_current_buf() or vim.fn.winbufnr(vim.fn.winnr('#'))
  end
end

--- Whether text in the buffer may not change now, because of what the user, or what they have started, is about to do.
---@param bufnr integer
---@return boolean
function M.holds(bufnr)
  local mode, state = vim.api.nvim_get_mode().mode, vim.fn.state('amoxS')
  if state:find('o') then
    return bufnr == vim.api.nvim_get_current_buf() and is_pending(mode)
  end
  if meant_by_line() == bufnr then
    return true
  end
  return is_running(mode, state)
end

return M

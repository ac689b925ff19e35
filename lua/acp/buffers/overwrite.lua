--- `:write` would ask whether a file that has changed since it was read may be overwritten. For the state of the file
--- that the buffer's text includes the answer is yes; for any other one Neovim asks as ever.
local encoding = require('acp.buffers.encoding')
local paths = require('acp.paths')

local M = {}

---@type table<integer, { autocmd: integer, known: string }> by buffer: what writes it, and over which state of the file
local writing = {}

local function fits_encoding(bufnr)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, true)
  return encoding.can_encode(lines, vim.bo[bufnr].fileencoding)
end

--- Does what `:write` was to do.
---@param target string '' for the buffer's own file
---@param sure boolean the file's state is known
---@return string? problem one line
local function write(bufnr, target, sure)
  local bang = vim.v.cmdbang == 1
  if sure and not bang and not fits_encoding(bufnr) then
    local problem = "E513: Not written: %s lacks some of the text's characters (see 'fileencoding')"
    return problem:format(vim.bo[bufnr].fileencoding)
  end
  local command = 'keepalt lockmarks write' .. ((sure or bang) and '!' or '')
  local ok, message = pcall(vim.cmd, ('%s %s %s'):format(command, vim.v.cmdarg, target))
  if not ok then
    return tostring(message):match('E%d+: [^\n]*') or 'the file was not written'
  end
end

--- Neovim asks again.
---@param bufnr integer
function M.forbid(bufnr)
  if writing[bufnr] then
    pcall(vim.api.nvim_del_autocmd, writing[bufnr].autocmd)
    writing[bufnr] = nil
  end
end

--- The buffer may be written over this state of its file, until it is.
---@param bufnr integer
---@param known string
function M.allow(bufnr, known)
  M.forbid(bufnr)
  local autocmd = vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    nested = true,
    callback = function(event)
      M.forbid(bufnr)
      local own = vim.fn.fnamemodify(event.match, ':p') == vim.api.nvim_buf_get_name(bufnr)
      local target = own and '' or vim.fn.fnameescape(event.match)
      local sure = own and paths.state_of(bufnr) == known
      local problem = write(bufnr, target, sure)
      if not own or problem then
        M.allow(bufnr, known)
      end
      if problem then
        -- Raised, it would be shown over several lines and ask for Enter.
        vim.api.nvim_echo({ { problem, 'ErrorMsg' } }, true, {})
      end
    end,
  })
  writing[bufnr] = { autocmd = autocmd, known = known }
end

---@param bufnr integer
---@return integer? id of what writes the buffer
function M.autocmd(bufnr)
  return writing[bufnr] and writing[bufnr].autocmd
end

---@param bufnr integer
---@param state string
---@return boolean
function M.allows(bufnr, state)
  return writing[bufnr] ~= nil and writing[bufnr].known == state
end

return M

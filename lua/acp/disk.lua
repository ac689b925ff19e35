--- What the editor knows about files on disk.
local M = {}

--- The path with symbolic links resolved. A file that does not exist yet has the real path of its folder.
---@param path string
---@return string?
function M.real(path)
  if path:match('^%a%a+://') then
    return nil
  end
  local real = vim.uv.fs_realpath(path)
  if real then
    return real
  end
  local folder = vim.fs.dirname(path)
  if not folder or folder == path or folder == '.' then
    return nil
  end
  local parent = M.real(folder)
  return parent and (parent:gsub('/$', '') .. '/' .. vim.fs.basename(path))
end

--- The absolute path, without a slash at its end.
---@param path string
---@return string
function M.absolute(path)
  return (vim.fs.normalize(vim.fn.fnamemodify(path, ':p')):gsub('(.)/$', '%1'))
end

--- Checks the file's time as `:checktime` does, but asks nothing and loads nothing.
---@param bufnr integer
local function note_time(bufnr)
  local autocmd = vim.api.nvim_create_autocmd('FileChangedShell', {
    buffer = bufnr,
    callback = function()
      vim.v.fcs_choice = ''
    end,
  })
  pcall(vim.cmd, 'silent checktime ' .. bufnr)
  vim.api.nvim_del_autocmd(autocmd)
end

--- Moves a file's time by less than a millisecond.
---@param path string
local function nudge_time(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return
  end
  local micro = math.floor(stat.mtime.nsec / 1000)
  local other = micro % 1000 == 999 and micro - 1 or micro + 1
  vim.uv.fs_utime(path, stat.atime.sec, stat.mtime.sec + (other + 0.5) / 1e6)
end

--- Whether lines survive being written: `:write!` puts question marks where the encoding lacks a character.
---@param lines string[]
---@param encoding string
---@return boolean
function M.can_encode(lines, encoding)
  if encoding == '' or encoding:match('^utf%-') or encoding:match('^ucs%-') then
    return true
  end
  local text = table.concat(lines, '\n')
  local encoded = vim.iconv(text, 'utf-8', encoding)
  return encoded ~= nil and vim.iconv(encoded, encoding, 'utf-8') == text
end

---@param bufnr integer
---@return boolean
local function fits_encoding(bufnr)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, true)
  return M.can_encode(lines, vim.bo[bufnr].fileencoding)
end

---@param bufnr integer
---@return string # tells one state of the buffer's file from another
local function state_of(bufnr)
  local stat = vim.uv.fs_stat(vim.api.nvim_buf_get_name(bufnr))
  return stat and ('%d.%d %d'):format(stat.mtime.sec, stat.mtime.nsec, stat.size) or 'none'
end

---@type table<integer, integer> by buffer: the autocommand that writes it
local writing = {}

--- Does what `:write` was to do.
---@param bufnr integer
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

--- `:write` would ask whether the file that has changed since it was read may be overwritten. For the state of the
--- file that the buffer's text includes the answer is yes; for any other one Neovim asks as ever.
---@param bufnr integer
---@param known string
local function overwrite_known(bufnr, known)
  if writing[bufnr] then
    pcall(vim.api.nvim_del_autocmd, writing[bufnr])
  end
  writing[bufnr] = vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    nested = true,
    callback = function(event)
      vim.api.nvim_del_autocmd(writing[bufnr])
      writing[bufnr] = nil
      local own = vim.fn.fnamemodify(event.match, ':p') == vim.api.nvim_buf_get_name(bufnr)
      local target = own and '' or vim.fn.fnameescape(event.match)
      local problem = write(bufnr, target, own and state_of(bufnr) == known)
      if not own or problem then
        overwrite_known(bufnr, known)
      end
      if problem then
        -- Raised, it would be shown over several lines and ask for Enter.
        vim.api.nvim_echo({ { problem, 'ErrorMsg' } }, true, {})
      end
    end,
  })
end

--- The buffer was made for a file that did not exist. Should it come to be, Neovim would ask (W13) and refuse to write.
---@param bufnr integer
---@return boolean
function M.is_new(bufnr)
  if not vim.uv.fs_stat(vim.api.nvim_buf_get_name(bufnr)) then
    return false
  end
  local info = vim.api.nvim_buf_call(bufnr, function()
    return vim.fn.execute('file')
  end)
  return info:find(vim.fn.gettext('[New]'), 1, true) ~= nil
end

--- Opens the file that has come to be under a new buffer.
---@param bufnr integer
function M.open_created(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd('silent keepalt keepjumps edit!')
  end)
end

--- The buffer's text includes what the file now holds, and unsaved changes besides: Neovim takes note of the file's
--- time, and does not ask when the buffer is written.
---@param bufnr integer
function M.accept_merged(bufnr)
  local autoread = vim.bo[bufnr].autoread
  vim.bo[bufnr].autoread = false
  note_time(bufnr)
  vim.bo[bufnr].autoread = autoread
  overwrite_known(bufnr, state_of(bufnr))
end

--- The file is gone, and Neovim need not warn of it: the buffer keeps the text.
---@param path string
function M.accept_deleted(path)
  local bufnr = require('acp.buf.facts').loaded(path)
  if bufnr then
    note_time(bufnr)
  end
end

--- Makes Neovim take the file on disk, whose text the buffer now holds, for the one it has read. Otherwise it would
--- ask when the file is written (and at the next focus). Of the two times it keeps, only `:checktime` sets the one
--- that `:write` compares, and only when nothing but the time of the file has changed: so the first check notes the
--- size, and a time moved within its millisecond makes the second one see a change of time alone.
---@param bufnr integer
function M.accept(bufnr)
  -- nil when the buffer has no value of its own, and so it is put back.
  local autoread = vim.bo[bufnr].autoread
  vim.bo[bufnr].autoread = false
  note_time(bufnr)
  nudge_time(vim.api.nvim_buf_get_name(bufnr))
  pcall(vim.cmd, 'silent noautocmd checktime ' .. bufnr)
  vim.bo[bufnr].autoread = autoread
end

return M

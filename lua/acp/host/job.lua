--- A host of our own: one Node process, a job of this Neovim.
local M = {}

local STDERR_LINES = 20

---@type string[]
local stderr = {}

--- What the last host wrote to stderr.
---@return string[]
function M.stderr()
  return vim.deepcopy(stderr)
end

--- The line of stderr that says most: the error, not the stack below it.
---@return string?
function M.last_words()
  for index = #stderr, 1, -1 do
    if stderr[index]:find('^%w*Error') then
      return stderr[index]
    end
  end
  return stderr[#stderr]
end

local function on_stderr(_, data)
  for _, line in ipairs(data) do
    line = line:gsub('%c', '')
    if line ~= '' then
      table.insert(stderr, line)
    end
  end
  while #stderr > STDERR_LINES do
    table.remove(stderr, 1)
  end
end

--- Returns at once: what is sent before the host listens waits in the pipe.
---@param command string[]
---@param died fun(job: integer, code: integer) also called when it ends with Neovim
---@return integer? job its RPC channel; nil when it cannot be started
function M.start(command, died)
  stderr = {}
  local job = vim.fn.jobstart(command, {
    rpc = true,
    on_stderr = on_stderr,
    on_exit = died,
  })
  if job <= 0 then
    return nil
  end
  vim.api.nvim_create_autocmd('VimLeavePre', {
    group = vim.api.nvim_create_augroup('acp.host', {}),
    callback = function()
      pcall(vim.fn.chanclose, job)
    end,
  })
  return job
end

return M

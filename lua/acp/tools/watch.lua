--- Notices that files of the user come, go or change their text, while agents want to know.
local host = require('acp.host')
local paths = require('acp.paths')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.tools.watch', {})
--- What happens together is reported once.
local REPORT_MS = 100

local watching, pending = false, false
---@type table<integer, true>
local attached = {}

local function report()
  if pending then
    return
  end
  pending = true
  vim.defer_fn(function()
    pending = false
    if watching then
      host.send('buffers_changed', {})
    end
  end, REPORT_MS)
end

--- Autocommands for text do not fire for what programs change, nor in buffers that no window shows.
---@param bufnr integer
local function attach(bufnr)
  if attached[bufnr] or not api.nvim_buf_is_loaded(bufnr) or not paths.of_buffer(bufnr) then
    return
  end
  attached[bufnr] = api.nvim_buf_attach(bufnr, false, {
    on_lines = function()
      if not watching then
        attached[bufnr] = nil
        return true
      end
      report()
    end,
    on_reload = report,
    on_detach = function()
      attached[bufnr] = nil
    end,
  }) or nil
end

---@param on boolean
function M.set(on)
  watching = on
  api.nvim_clear_autocmds({ group = group })
  if not on then
    return
  end
  -- What servers are sent and say from now on is known when a tool asks.
  require('acp.tools.activity')
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    attach(bufnr)
  end
  api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost', 'BufEnter' }, {
    group = group,
    callback = function(event)
      attach(event.buf)
      report()
    end,
  })
  api.nvim_create_autocmd({ 'BufDelete', 'BufUnload', 'BufWritePost' }, {
    group = group,
    callback = report,
  })
end

host.on_exit(function()
  M.set(false)
end)

return M

--- What agents ask to change, before it is changed: shown in the file's own buffer, or side by side with the file.
local compare = require('acp.proposal.compare')
local host = require('acp.host')
local paths = require('acp.paths')
local preview = require('acp.proposal.preview')

local M = {}

local api = vim.api

M.preview = preview.show
M.clear = preview.clear
M.compare = compare.open
M.hide = compare.hide
M.close = compare.close

local function report(event)
  local path = paths.of_buffer(event.buf)
  if path then
    host.send('proposal_text', { path = path })
  end
end

--- Reports files whose text in the editor is another.
---@param on boolean
function M.watch(on)
  local group = api.nvim_create_augroup('acp.proposal', {})
  if on then
    api.nvim_create_autocmd({ 'TextChanged', 'InsertLeave', 'BufReadPost', 'BufUnload' }, {
      group = group,
      callback = report,
    })
  end
end

return M

--- What hosts that have ended may have left for review.
local host = require('acp.host')
local paths = require('acp.paths')

local M = {}

--- Whether there may be anything to review: else no host is started to look.
---@return boolean
function M.may_exist()
  if host.channel() then
    return true
  end
  local projects = vim.fs.joinpath(paths.state_dir(), 'projects')
  for name in vim.fs.dir(projects) do
    for _, file in ipairs({ 'review.json', 'undone.json' }) do
      if vim.uv.fs_stat(vim.fs.joinpath(projects, name, file)) then
        return true
      end
    end
  end
  return false
end

return M

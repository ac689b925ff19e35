--- Keeping and undoing what agents have changed.
local host = require('acp.host')
local notify = require('acp.ui.notify')
local stored = require('acp.review.stored')

local M = {}

local SCOPES = { 'hunk', 'file', 'turn', 'all' }
local NOTHING = 'there is no change of an agent to keep or undo'

---@param action 'keep'|'undo'
---@param scope? string
---@param view? integer the chat that the user is in
---@param cb? acp.Callback
function M.run(action, scope, view, cb)
  if notify.is_wrong(scope, SCOPES) then
    return
  end
  if not stored.may_exist() then
    notify.show('info', NOTHING)
    return
  end
  host.notify('review_decide', {
    action = action,
    scope = scope,
    cwd = vim.fn.getcwd(),
    path = require('acp.paths').real(vim.api.nvim_buf_get_name(0)),
    row = vim.fn.line('.') - 1,
    view = view,
  }, cb)
end

return M

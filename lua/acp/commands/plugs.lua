--- What the <Plug> maps do.
local M = {}

---@type table<string, fun()>
local ACTIONS = {
  toggle = function()
    require('acp').toggle()
  end,
  allow = function()
    require('acp.surface').command('permission', 1, 'permission_allow')
  end,
  reject = function()
    require('acp.surface').command('permission', 1, 'permission_reject')
  end,
  permission_next = function()
    require('acp.surface.dock').next()
  end,
  cancel = function()
    require('acp').cancel()
  end,
  follow = function()
    require('acp.host').notify('follow', {})
  end,
  review = function()
    require('acp').review()
  end,
  follow_back = function()
    require('acp.follow').back()
  end,
}

---@param action string
function M.run(action)
  local conflict = action:match('^conflict%-(.+)$')
  if conflict then
    require('acp.conflict').run(conflict)
  else
    ACTIONS[action]()
  end
end

return M

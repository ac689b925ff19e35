--- What the <Plug> maps do.
local M = {}

---@type table<string, fun(): string?>
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
  hunk_next = function()
    require('acp.review').step('next')
  end,
  hunk_prev = function()
    require('acp.review').step('prev')
  end,
  keep = function()
    return require('acp.review').operator('keep')
  end,
  undo = function()
    return require('acp.review').operator('undo')
  end,
}

---@param action string
---@return string? keys of an expression map
function M.run(action)
  local conflict = action:match('^conflict%-(.+)$')
  if conflict then
    require('acp.conflict').run(conflict)
  else
    return ACTIONS[action]()
  end
end

return M

--- Whether an answer of the user's counts: not before the question could be read, and no consent to what was never on
--- the screen. What does not count is said.
local notify = require('acp.ui.notify')
local scroll = require('acp.permission.scroll')
local seen = require('acp.permission.seen')

local M = {}

--- Nobody could have read it yet; says so.
---@param card acp.PermissionCard
---@return boolean
function M.too_early(card)
  if not seen.is_fresh(card.id) then
    return false
  end
  local what = card.replaces and 'the agent has only just changed this question'
    or 'this question has only just appeared'
  notify.show('info', 'not answered: ' .. what)
  return true
end

---@class acp.PermissionDisplay
---@field is_shown fun(card: acp.PermissionCard): boolean
---@field show fun(card: acp.PermissionCard)
---@field is_whole fun(card: acp.PermissionCard): boolean all that is known is shown
---@field show_whole fun(card: acp.PermissionCard)

--- Shows more of a question that the user would allow without having seen all of it.
---@param card acp.PermissionCard
---@param display acp.PermissionDisplay
---@return boolean
function M.reads_on(card, display)
  if seen.is_read(card) then
    return false
  end
  local _, below = scroll.hidden()
  local why
  if not display.is_shown(card) then
    display.show(card)
    why = 'this question was not on the screen'
  elseif below > 0 then
    scroll.page()
    why = below == 1 and '1 more line' or ('%d more lines'):format(below)
  elseif card.isCut and not display.is_whole(card) then
    display.show_whole(card)
    why = 'the question was cut, this is all of it'
  else
    why = 'its end has only just appeared'
  end
  notify.show('info', 'not allowed yet: ' .. why)
  return true
end

return M

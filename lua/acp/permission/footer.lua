--- What the foot of the permission float says: the keys that do something now.
local keys = require('acp.keys')
local window = require('acp.permission.window')

local M = {}

--- What can be done in the float, beside its options.
---@param card acp.PermissionCard
---@param count integer of open questions
---@param full boolean all that is known is shown
---@return string
local function focused(card, count, full)
  local hints = {}
  local function hint(name, text)
    local key = keys.of(name)
    if key then
      table.insert(hints, key .. ' ' .. text)
    end
  end
  if count > 1 then
    hint('permission_next', 'next')
  end
  if not card.fields then
    hint('permission_full', full and 'less' or 'all of it')
    hint('permission_rule', 'rule')
    hint('permission_reason', 'why')
  end
  table.insert(hints, (keys.of('permission_leave') or ':wincmd p') .. ' back')
  return (' %s '):format(table.concat(hints, '  '))
end

--- With little room, where the keys are told.
---@param text string
---@param short? string
---@return string
local function fitting(text, short)
  local win = window.ids()
  local is_wide = not win or vim.fn.strdisplaywidth(text) <= vim.api.nvim_win_get_width(win)
  return (is_wide or not short) and text or short
end

--- The key that goes to the float from where the user is now.
---@return string?
local function way_there()
  local filetype = vim.bo.filetype
  if filetype == 'acpprompt' then
    return keys.of('permission')
  end
  return filetype == 'acpchat' and keys.of('chat_permission') or nil
end

---@param card acp.PermissionCard
---@param count integer of open questions
---@param full boolean all that is known is shown
---@return string
function M.text(card, count, full)
  if window.has_focus() then
    local help = keys.of('permission_help')
    return fitting(focused(card, count, full), help and (' %s keys '):format(help))
  end
  -- No other window can be entered from there.
  if vim.fn.getcmdwintype() ~= '' then
    return ' :Acp allow, :Acp reject '
  end
  local key = way_there()
  if card.fields then
    return (' %s to answer '):format(key or ':Acp permissions')
  end
  if not key then
    return fitting(' :Acp permissions to answer, or :Acp allow ', ' :Acp permissions ')
  end
  return fitting((' %s to answer, or :Acp allow '):format(key), (' %s to answer '):format(key))
end

return M

--- What stands on the frame of a question: its title, how much is out of sight, the keys.
local hl = require('acp.ui.hl')
local scroll = require('acp.permission.scroll')
local window = require('acp.permission.window')

local M = {}

---@class acp.PermissionLabels
---@field title string
---@field subject string what is asked, for when the line that says it is out of sight
---@field foot string

---@type string? what stands there, and where
local written

---@param above integer
---@param below integer
---@return string
local function hidden_text(above, below)
  local parts = {}
  if above > 0 then
    table.insert(parts, ('↑ %d'):format(above))
  end
  if below > 0 then
    table.insert(parts, ('↓ %d more %s'):format(below, below == 1 and 'line' or 'lines'))
  end
  return table.concat(parts, '  ')
end

local function write_on_frame(asked, options, title, hidden, foot, is_unread)
  local group = is_unread and 'AcpNoticeWarn' or 'AcpMuted'
  vim.api.nvim_win_set_config(asked, {
    title = { { (' %s '):format(title), hl.on_frame('AcpPermissionBorder') } },
    footer = hidden ~= '' and { { (' %s '):format(hidden), hl.on_frame(group) } } or '',
    footer_pos = 'left',
  })
  vim.api.nvim_win_set_config(options, {
    footer = { { foot, hl.on_frame('AcpMuted') } },
    footer_pos = 'right',
  })
end

--- Writes it where it is not what stands there already: writing makes the windows be drawn again.
---@param labels acp.PermissionLabels
function M.write(labels)
  local asked, options = window.ids()
  if not asked or not options then
    return
  end
  local above, below = scroll.hidden()
  local title = labels.title
  if above > 0 and labels.subject ~= '' then
    title = ('%s: %s'):format(title, labels.subject)
  end
  title = require('acp.ui.notify').truncate(title, vim.api.nvim_win_get_width(asked) - 2)
  local hidden = hidden_text(above, below)
  local bar = window.has_bar()
  local all = vim.inspect({ asked, options, title, hidden, labels.foot, bar })
  if all == written then
    return
  end
  written = all
  vim.wo[options].winbar = bar and ' ' .. hidden or ''
  if vim.api.nvim_win_get_config(asked).border ~= nil then
    write_on_frame(asked, options, title, hidden, labels.foot, below > 0)
  end
end

return M

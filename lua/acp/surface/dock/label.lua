--- What stands on the frame of the dock: title, how much is out of sight, what can be done from where the user is.
local hl = require('acp.ui.hl')
local notify = require('acp.ui.notify')
local scroll = require('acp.surface.scroll')

local M = {}

---@type table? what stands there, and where
local written

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

--- The first that has room, else the last.
local function fitting(footers, width)
  for _, footer in ipairs(footers) do
    if vim.fn.strdisplaywidth(footer) <= width then
      return footer
    end
  end
  return footers[#footers] or ''
end

---@param frame acp.SurfaceFrame
local function footers_of(frame, focused)
  local away = frame.away
  if focused or not away then
    return { frame.footer, frame.shortFooter }
  elseif vim.fn.getcmdwintype() ~= '' then
    return away.cmdwin
  end
  return away.byFiletype[vim.bo.filetype] or away.elsewhere
end

local function title_of(frame, above, width)
  local title = vim.trim(frame.title)
  if above > 0 and frame.topic and frame.topic ~= '' then
    title = ('%s: %s'):format(title, frame.topic)
  end
  return (' %s '):format(notify.truncate(title, width - 2))
end

--- Writes it where it is not what stands there already: writing makes the windows be drawn again.
---@param wins { text: integer, choices: integer, has_bar: boolean, focused: boolean }
---@param surface acp.Surface
function M.write(wins, surface)
  local frame = surface.frame
  local width = vim.api.nvim_win_get_width(wins.text)
  local above, below = scroll.hidden(wins.text)
  local title = title_of(frame, above, width)
  local hidden = hidden_text(above, below)
  local footer = fitting(footers_of(frame, wins.focused), width)
  local all = { surface.bufnr, wins.text, wins.choices, title, hidden, footer, wins.has_bar }
  if vim.deep_equal(all, written) then
    return
  end
  written = all
  local bar = wins.has_bar and ' ' .. hidden or ''
  if vim.wo[wins.choices].winbar ~= bar then
    vim.wo[wins.choices].winbar = bar
  end
  if vim.api.nvim_win_get_config(wins.text).border == nil then
    return
  end
  local group = below > 0 and 'AcpNoticeWarn' or 'AcpMuted'
  vim.api.nvim_win_set_config(wins.text, {
    title = { { title, hl.on_frame(surface.spec.place.groups.border) } },
    footer = hidden ~= '' and { { (' %s '):format(hidden), hl.on_frame(group) } } or '',
    footer_pos = 'left',
  })
  vim.api.nvim_win_set_config(wins.choices, {
    footer = { { footer, hl.on_frame('AcpMuted') } },
    footer_pos = 'right',
  })
end

return M

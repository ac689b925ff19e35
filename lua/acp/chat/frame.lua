--- The frame of the chat that is shown: title, state and hint, in the borders of floats or in window bars, and the
--- spinner that turns while something goes on.
local borders = require('acp.ui.borders')
local frame_texts = require('acp.chat.frame_texts')
local hl = require('acp.ui.hl')
local layout = require('acp.chat.layout')
local names = require('acp.chat.names')
local notify = require('acp.ui.notify')
local unseen = require('acp.transcript.unseen')
local views = require('acp.chat.views')

local M = {}

--- `said`: what stands there, to draw only changes. `failure`: why nothing could be started.
---@type { windows: acp.Windows, view: acp.View, said?: acp.FrameLines, failure?: string }?
local shown
local spinner

---@param chunks acp.Chunk[]
local function bar_of(chunks)
  return table.concat(vim.tbl_map(function(chunk)
    return ('%%#%s#%s'):format(chunk[2], (chunk[1]:gsub('%%', '%%%%')))
  end, chunks))
end

---@param texts acp.FrameLines
local function write_bars(windows, texts)
  vim.wo[windows.chat][0].winbar = bar_of(texts.title)
  vim.wo[windows.prompt][0].winbar = bar_of(texts.state) .. '%=' .. bar_of(texts.hint)
end

---@return acp.Chunk[]|string
local function in_border(chunks)
  -- An empty list is taken for "no change".
  local framed = vim.tbl_map(function(chunk)
    return { chunk[1], hl.on_frame(chunk[2]) }
  end, chunks)
  return #chunks > 0 and framed or ''
end

local function write_borders(windows, texts)
  -- Without borders, as 'winborder' may have been before, they had bars.
  for _, win in ipairs({ windows.chat, windows.prompt }) do
    if vim.wo[win].winbar ~= '' then
      vim.wo[win][0].winbar = ''
    end
  end
  vim.api.nvim_win_set_config(windows.chat, {
    title = in_border(texts.title),
    title_pos = 'left',
    footer = in_border(texts.state),
    footer_pos = 'left',
  })
  local hint = in_border(texts.hint)
  vim.api.nvim_win_set_config(windows.prompt, { footer = hint, footer_pos = 'right' })
end

local function has_borders(windows)
  local border = require('acp.config').get().layout.border
  return windows.kind == 'float' and borders.pair(border).upper ~= 'none'
end

--- The frame has no room for the whole reason; an empty transcript has.
---@param status table
local function show_failure(status, width)
  local failure = status.phase == 'failed' and status.detail or nil
  if shown and shown.failure ~= failure then
    shown.failure = failure
    require('acp.transcript.welcome').show(shown.view.chat, failure, width)
  end
end

--- What statuslines and tablines call the two buffers.
local function name_buffers(view, status)
  local agent = notify.one_line(status.agent or '')
  local title = status.title and status.title ~= '' and notify.one_line(status.title)
  local titles = {
    [view.chat] = title and ('%s · %s'):format(agent, title) or agent,
    [view.prompt] = ('%s · prompt'):format(agent),
  }
  local changed = false
  for bufnr, text in pairs(titles) do
    changed = changed or vim.b[bufnr].acp_title ~= text
    vim.b[bufnr].acp_title = text
  end
  if changed then
    names.name(view, agent)
    vim.schedule(function()
      vim.cmd.redrawstatus({ bang = true })
    end)
  end
end

local function draw()
  if not shown or not layout.is_whole(shown.windows) then
    return
  end
  local width = vim.api.nvim_win_get_width(shown.windows.chat)
  local status = views.status(shown.view)
  show_failure(status, width)
  name_buffers(shown.view, status)
  local bordered = has_borders(shown.windows)
  local texts = frame_texts.of(status, width, not bordered, unseen.is_in(shown.windows.chat))
  if vim.deep_equal(texts, shown.said) then
    return
  end
  shown.said = texts
  local write = bordered and write_borders or write_bars
  write(shown.windows, texts)
end

local function stop_spinner()
  if spinner then
    spinner:stop()
    spinner:close()
    spinner = nil
  end
end

local function start_spinner()
  spinner = vim.uv.new_timer()
  spinner:start(frame_texts.SPIN_MS, frame_texts.SPIN_MS, vim.schedule_wrap(draw))
end

--- Draws what has changed.
function M.refresh()
  draw()
  local busy = shown and views.is_busy_phase(views.status(shown.view).phase)
  if not busy then
    stop_spinner()
  elseif not spinner then
    start_spinner()
  end
end

--- These windows show a view from now on.
---@param windows acp.Windows
---@param view acp.View
function M.show(windows, view)
  shown = { windows = windows, view = view }
  M.refresh()
end

--- The windows are about to close.
function M.hide()
  shown = nil
  stop_spinner()
end

unseen.on_change(M.refresh)

return M

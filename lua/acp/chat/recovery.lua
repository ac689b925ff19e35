--- Chats whose host died: what is known of their sessions, so that the next host goes on with them.
local views = require('acp.chat.views')

local M = {}

local STARTING = { starting = true, installing = true }
local ENDED = { stopped = true, failed = true }
local CUT_SHORT = { running = true, cancelling = true }

--- What `open` says of a view that was open in a host which has died.
---@param view acp.View
---@return table?
function M.lost_session(view)
  local session = view.session
  return view.ended
    and session
    and {
      agent = session.agent,
      session = session.id,
      title = session.title,
      recovered = view.ended,
    }
end

--- Whether the host had come so far as to serve a chat.
---@return boolean
function M.was_served()
  for _, view in pairs(views.all()) do
    if view.opened and view.status and not STARTING[view.status.phase] then
      return true
    end
  end
  return false
end

--- No host knows these views any more.
---@param why string
---@param how? string in few words; nil: there was none
function M.lose_all(why, how)
  for _, view in pairs(views.all()) do
    local status = views.status(view)
    if view.opened and how then
      view.ended = how .. (CUT_SHORT[status.phase] and ', in the middle of a turn' or '')
      view.rests = ENDED[status.phase]
    end
    view.opened = false
    view.completions = nil
    view.status = { agent = status.agent, title = status.title, phase = 'failed', detail = why }
  end
end

--- The views in which something had gone on, oldest first.
---@return acp.View[]
function M.lost()
  local lost = vim.tbl_filter(function(view)
    return view.ended and not view.rests
  end, vim.tbl_values(views.all()))
  table.sort(lost, function(a, b)
    return a.id < b.id
  end)
  return lost
end

return M

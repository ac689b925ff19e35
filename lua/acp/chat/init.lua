--- What the user and the host do with chats: open, show, end. The list of them is in `views.lua`, their windows are in
--- `windows.lua`.
-- From now on it is known where the user looks.
require('acp.chat.attention')
-- And a session that is loaded finds its place.
require('acp.chat.restored')
local drafts = require('acp.prompt.drafts')
local frame = require('acp.chat.frame')
local host = require('acp.host')
local next_key = require('acp.ui.next_key')
local notify = require('acp.ui.notify')
local opening = require('acp.chat.opening')
local prompt = require('acp.prompt')
local recovery = require('acp.chat.recovery')
local slash = require('acp.prompt.slash')
local views = require('acp.chat.views')
local windows = require('acp.chat.windows')

local M = {}

M.view_for = opening.view_for

--- The view that an opening means: the current one, one with the wanted agent, or a new one.
---@return acp.View
local function wanted_view(opts)
  local view = views.current()
  if view and not opts.new and (opts.agent == nil or views.agent(view) == opts.agent) then
    return view
  end
  if opts.agent and not opts.new then
    for _, other in pairs(views.all()) do
      if views.agent(other) == opts.agent then
        return other
      end
    end
  end
  return opening.make(opts)
end

--- Opens the chat, or focuses it. The windows are there when this returns, unless an operator waits for its motion: it
--- would work on the prompt.
---@param opts? acp.OpenOpts
function M.open(opts)
  opts = opts or {}
  if vim.api.nvim_get_mode().mode:find('^no') then
    next_key.run(function()
      M.open(opts)
    end)
    return
  end
  if vim.fn.getcmdwintype() ~= '' then
    notify.show('warn', 'the chat cannot be opened from the command-line window')
    return
  end
  local view = wanted_view(opts)
  windows.show(opening.ensure(view), opts.layout)
  if opening.is_opened(view) then
    return
  end
  local _, kind = host.obstacle()
  if kind == 'build' then
    require('acp.chat.build').offer(view, function()
      opening.send(view)
    end)
    return
  end
  view.status = nil
  opening.send(view)
end

--- Shows an open session.
---@param id integer
function M.show(id)
  local view = views.get(id)
  if view then
    windows.show(opening.ensure(view))
  end
end

--- Starts a session without showing it.
---@param opts? acp.OpenOpts
---@param cb fun(err?: string, result?: table)
function M.new(opts, cb)
  local view = opening.make(opts)
  if not views.current() then
    views.set_current(view)
  end
  opening.send(view, cb)
end

--- Whether the host knows the current chat.
---@return boolean
function M.is_opened()
  local view = views.current()
  return view ~= nil and opening.is_opened(view)
end

--- Ends the current session and its chat.
function M.drop_current()
  local id = views.needed()
  if id then
    opening.close(id)
  end
end

-- What the host calls -------------------------------------------------------------------------------------------------

M.drop = opening.drop

---@param id integer
---@return integer? bufnr nil: the chat was closed, which the host does not know yet
function M.buffer(id)
  local view = views.get(id)
  return view and opening.ensure(view).chat
end

---@param id integer
---@param status acp.ChatStatus
function M.set_status(id, status)
  local view = views.get(id)
  if view then
    view.status, view.ended = status, nil
    local session = status.session
    view.session = session and session.lasting and session or nil
    frame.refresh()
  end
end

---@param id integer
---@param completions acp.Completions
function M.set_completions(id, completions)
  local view = views.get(id)
  if view then
    view.completions = completions
    slash.offer(view.prompt, completions.commands)
  end
end

--- Gives a text that was not sent back to be edited, and takes the user there.
---@param id integer
---@param text string
function M.take_back(id, text)
  local view = views.get(id)
  if view then
    prompt.give_back(opening.ensure(view).prompt, text)
    windows.show(view)
  end
end

--- Another host takes over the chats that were going on.
local function recover()
  for _, view in ipairs(recovery.lost()) do
    view.status = { agent = views.status(view).agent, phase = 'starting' }
    opening.send(view)
  end
end

-- What is on screen stays, and the next use goes on with the same sessions.
host.on_exit(function(exit)
  local served = recovery.was_served()
  recovery.lose_all(exit.why, exit.how)
  for _, view in pairs(views.all()) do
    slash.offer(view.prompt, {})
    if vim.api.nvim_buf_is_loaded(view.chat) then
      require('acp.transcript.cut_short').mark(view.chat)
    end
  end
  frame.refresh()
  return served and { go_on = recover } or nil
end)

drafts.on_return(function(id, text)
  local view = views.get(id)
  if not view then
    return false
  end
  prompt.give_back(opening.ensure(view).prompt, text)
  return true
end)

return M

--- Opens sessions that agents have stored, each in a chat of its own.
local notify = require('acp.ui.notify')
local opening = require('acp.chat.opening')
local views = require('acp.chat.views')
local windows = require('acp.chat.windows')

local M = {}

--- Nothing is written in its prompt, and it does not wait to go on in another host.
---@param view? acp.View
local function may_go(view)
  return view ~= nil
    and views.get(view.id) == view
    and not view.ended
    and table.concat(vim.api.nvim_buf_get_lines(view.prompt, 0, -1, false)) == ''
end

--- The agent does not open the session: the chat before is there again, and says why. Where there was none, the one
--- without a session stays, which says it too.
---@param before? acp.View
local function take_back(view, before, why)
  if not before or not views.get(before.id) then
    notify.show('error', why)
    return
  end
  local focused = vim.tbl_contains({ view.chat, view.prompt }, vim.api.nvim_get_current_buf())
  opening.close(view.id)
  if not windows.is_open() then
    views.set_current(before)
    if focused then
      windows.show(opening.ensure(before))
    end
  end
  notify.show('error', why)
end

--- Opens one, which takes the place of a chat that was not used yet.
---@param opts { agent?: string, cwd: string, session: string, how: string, title?: string }
local function open(opts)
  local before = views.current()
  local view = opening.make({ agent = opts.agent, cwd = opts.cwd })
  windows.show(view)
  local stored = { session = opts.session, how = opts.how, title = opts.title }
  stored.before = before and before.id
  local function opened(err, result)
    local ended = err == require('acp.host.callbacks').ENDED
    local refused = err and not ended and (result == nil or result.refused)
    if refused and views.get(view.id) then
      take_back(view, before, err)
    elseif not err and result.replaces and may_go(before) then
      opening.close(before.id)
    end
  end
  -- Not inside the host's request, which would wait for its own answer.
  opening.send(view, vim.schedule_wrap(opened), stored)
end

--- For the host: inside its request the editor would wait for its own answer.
M.open = vim.schedule_wrap(open)

--- Shows the session of this id; opens it when it is in no chat.
---@param id string
---@param how 'load'|'resume'
function M.load(id, how)
  local view, scope = views.of_session(id), M.scope()
  if view then
    windows.show(opening.ensure(view))
    return
  end
  how = how == 'load' and 'continue' or how
  open({ agent = scope.agent, cwd = scope.cwd, session = id, how = how })
end

--- The folder and agent that sessions are looked for with.
---@return { cwd: string, agent?: string, view?: integer }
function M.scope()
  local view = views.current()
  if view then
    return { cwd = view.cwd, agent = view.agent, view = view.id }
  end
  return { cwd = vim.fs.normalize(vim.fn.getcwd()) }
end

return M

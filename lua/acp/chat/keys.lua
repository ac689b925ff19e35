--- Keys of the two buffers of a chat.
local bars = require('acp.surface.bar')
local host = require('acp.host')
local keymap = require('acp.ui.keymap')
local keys = require('acp.keys')
local notify = require('acp.ui.notify')
local prompt = require('acp.prompt')
local views = require('acp.chat.views')
local windows = require('acp.chat.windows')

local M = {}

--- Does in a transcript what the host knows of the rows of the cursor or the selection.
---@param view acp.View
---@param action string
---@param text? string more that it needs
local function act(view, action, text)
  if not view.opened then
    notify.show('info', 'the host has ended; :AcpChat starts it again')
    return
  end
  local win = vim.api.nvim_get_current_win()
  local first, last = require('acp.surface.keys').rows(win)
  local column = vim.api.nvim_win_get_cursor(win)[2]
  host.send('surface_action', {
    id = ('chat-%d'):format(view.id),
    action = action,
    row = first,
    end_row = last,
    count = vim.v.count1,
    column = column > 0 and column or nil,
    text = text,
  })
end

--- On folded text the key shows that text first.
local function open(view)
  if not require('acp.surface.fold_toggle').open_here() then
    act(view, 'chat_open')
  end
end

local function toggle_fold()
  if not require('acp.surface.fold_toggle').toggle_here() then
    notify.show('info', 'nothing is folded on this line')
  end
end

local function cancel()
  local view = views.needed()
  if view then
    host.notify('cancel', { view = view })
  end
end

--- Goes to the chat that was opened after this one, or before it; from the last one to the first.
---@param by -1|1
---@param show fun(view: acp.View)
local function to_session(by, show)
  return function()
    local view = views.beside(by * vim.v.count1)
    if view then
      show(view)
    else
      notify.show('info', 'there is no other chat')
    end
  end
end

--- Goes to what stands above the prompt.
---@param view acp.View
local function to_bar(view)
  return function()
    if not bars.go(view.id) then
      notify.show('info', 'nothing waits, and there is no plan')
    end
  end
end

local function go_to_question()
  require('acp.surface.dock').focus()
end

local function help()
  host.notify('keys_help', { where = { 'prompt', 'activity', 'chat', 'permission' } })
end

--- Window keys of floats: Neovim's own would leave the pair for the window below it.
local OTHER_WINDOW = { 'w', '<C-w>', 'W' }
local TOWARDS = {
  chat = { 'k', '<C-k>', '<Up>' },
  prompt = { 'j', '<C-j>', '<Down>' },
}

--- Moves between the two windows as the usual window keys would; with a count, or in splits, they are the usual ones.
---@param target 'chat'|'prompt'
local function map_window_keys(bufnr, target)
  for _, key in ipairs(vim.list_extend(vim.deepcopy(OTHER_WINDOW), TOWARDS[target])) do
    keymap.set(bufnr, { 'n' }, '<C-w>' .. key, function()
      local floats = windows.floats()
      if vim.v.count == 0 and floats and vim.api.nvim_win_is_valid(floats[target]) then
        vim.api.nvim_set_current_win(floats[target])
      else
        local count = vim.v.count > 0 and vim.v.count or ''
        vim.cmd(('%swincmd %s'):format(count, vim.keycode(key)))
      end
    end, 'other window')
  end
end

-- Between the other two it leads to both.
bars.on_change(function(view)
  local bar = bars.of(view)
  if bar and not vim.b[bar.bufnr].acp_window_keys then
    vim.b[bar.bufnr].acp_window_keys = true
    map_window_keys(bar.bufnr, 'chat')
    map_window_keys(bar.bufnr, 'prompt')
  end
end)

---@param bufnr integer of a transcript
local function map_motions(bufnr)
  for _, key in ipairs(keys.list) do
    local motion = key.motion
    for _, lhs in ipairs(motion and keys.lhs(key) or {}) do
      keymap.set(bufnr, { 'n', 'x' }, lhs, function()
        require('acp.transcript.motions').move(motion)
      end, key.desc)
      keymap.set(bufnr, { 'o' }, lhs, function()
        return require('acp.transcript.motions').operated(motion)
      end, key.desc, true)
    end
  end
end

--- Maps the keys of a transcript. What they do is the host's to say, unless it is about windows.
---@param view acp.View
---@param show fun(view: acp.View) goes to another chat
function M.attach_chat(view, show)
  local actions = {
    chat_cancel = cancel,
    chat_permission = go_to_question,
    chat_activity = to_bar(view),
    chat_session_next = to_session(1, show),
    chat_session_previous = to_session(-1, show),
    chat_prompt = windows.write,
    chat_help = help,
    chat_open = function()
      open(view)
    end,
    chat_fold = toggle_fold,
    chat_close = windows.close,
    code_yank = function()
      require('acp.transcript.yank').code()
    end,
    message_yank = function()
      act(view, 'message_yank', vim.v.register)
    end,
  }
  for _, key in ipairs(keys.list) do
    if key.where == 'chat' and not actions[key.name] and not key.motion then
      actions[key.name] = function()
        act(view, key.name)
      end
    end
  end
  keys.map(view.chat, 'chat', actions)
  map_motions(view.chat)
  map_window_keys(view.chat, 'prompt')
end

--- Readies a prompt for typing.
---@param view acp.View
---@param ready fun() has a session opened for what is sent
---@param show fun(view: acp.View) goes to another chat
function M.attach_prompt(view, ready, show)
  prompt.attach(view, {
    ready = ready,
    is_busy = views.is_busy,
    cancel = cancel,
    permission = go_to_question,
    activity = to_bar(view),
    session_next = to_session(1, show),
    session_previous = to_session(-1, show),
    go_on = function()
      if view.opened then
        host.send('queue_resume', { view = view.id })
      end
    end,
    help = help,
    close = windows.close,
  })
  map_window_keys(view.prompt, 'chat')
end

return M

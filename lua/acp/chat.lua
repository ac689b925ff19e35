--- Chats in the editor: each is a view, a number with a transcript buffer and a prompt buffer. Windows come and go;
--- buffers stay until the view is dropped. At most one view is shown at a time.
local host = require('acp.host')
local keys = require('acp.keys')
local layout = require('acp.layout')
local notify = require('acp.notify')
local texts = require('acp.texts')

local M = {}

---@class acp.View
---@field id integer
---@field chat integer transcript buffer
---@field prompt integer prompt buffer
---@field agent? string as asked for
---@field cwd string
---@field status? table what the host last told; see ChatStatus in src/nvim/lua.ts
---@field opened boolean the host knows it
---@field offer? acp.Offer what its session offers to choose from

---@type table<integer, acp.View>
local views = {}
local last_view = 0
---@type integer?
local current
---@type acp.Windows?
local windows
---@type integer? window to go back to
local origin
--- Keys went to a terminal's program when the chat was opened.
local from_terminal = false
local spinner

local group = vim.api.nvim_create_augroup('acp.chat', {})

local function valid(win)
  return win ~= nil and vim.api.nvim_win_is_valid(win)
end

--- A session that was restored may hold an empty buffer of this name (`:mksession`).
local function free_name(name)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buf) == name then
      vim.api.nvim_buf_delete(buf, { force = true })
    end
  end
end

local function make_buffer(name, filetype)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].buftype = 'nofile'
  vim.bo[buf].bufhidden = 'hide'
  vim.bo[buf].swapfile = false
  vim.bo[buf].modeline = false
  vim.bo[buf].undolevels = filetype == 'acpchat' and -1 or vim.go.undolevels
  free_name(name)
  vim.api.nvim_buf_set_name(buf, name)
  vim.bo[buf].filetype = filetype
  return buf
end

local function ensure_buffers(view)
  if not (view.chat and vim.api.nvim_buf_is_valid(view.chat)) then
    view.chat = make_buffer(('acp://chat/%d'):format(view.id), 'acpchat')
    vim.bo[view.chat].modifiable = false
    keys.map(view.chat, 'chat', M.chat_actions())
  end
  if not (view.prompt and vim.api.nvim_buf_is_valid(view.prompt)) then
    view.prompt = make_buffer(('acp://prompt/%d'):format(view.id), 'acpprompt')
    require('acp.prompt').attach(view)
  end
  return view
end

---@param opts? acp.OpenOpts
---@return acp.View
local function make_view(opts)
  last_view = last_view + 1
  local cwd = (opts or {}).cwd or vim.fn.getcwd()
  local view = {
    id = last_view,
    agent = (opts or {}).agent,
    cwd = vim.fs.normalize(vim.fn.fnamemodify(cwd, ':p')):gsub('(.)/$', '%1'),
    opened = false,
  }
  views[view.id] = view
  return ensure_buffers(view)
end

--- With `stored`, it is a session that the agent has stored.
local function tell_open(view, cb, stored)
  view.opened = true
  require('acp.rules').load_project(view.cwd)
  local payload = { view = view.id, agent = view.agent, cwd = view.cwd }
  host.notify('open', vim.tbl_extend('force', payload, stored or {}), cb)
end

---@param view acp.View
---@return table
local function status_of(view)
  return view.status or { phase = 'starting', agent = view.agent or 'agent' }
end

local function label()
  local view = current and views[current]
  if view and windows then
    local width = vim.api.nvim_win_get_width(windows.chat)
    layout.label(windows, texts.of(status_of(view), width))
  end
end

local function stop_spinner()
  if spinner then
    spinner:stop()
    spinner:close()
    spinner = nil
  end
end

local function refresh_frame()
  label()
  local view = current and views[current]
  local busy = windows and view and texts.is_busy(status_of(view).phase)
  if not busy then
    stop_spinner()
  elseif not spinner then
    spinner = vim.uv.new_timer()
    spinner:start(
      texts.SPIN_MS,
      texts.SPIN_MS,
      vim.schedule_wrap(function()
        if spinner then
          label()
        end
      end)
    )
  end
end

local function tell_width()
  if windows and current then
    host.send('resize', { view = current, width = layout.width(windows) })
  end
end

local function forget_windows()
  windows = nil
  vim.api.nvim_clear_autocmds({ group = group })
  stop_spinner()
end

--- Closes both windows and gives the focus back.
function M.close()
  if not windows then
    return
  end
  local own = windows
  local had_focus = vim.tbl_contains({ own.chat, own.prompt }, vim.api.nvim_get_current_win())
  forget_windows()
  if had_focus and vim.fn.mode():find('^[iR]') then
    vim.cmd.stopinsert()
  end
  if had_focus and valid(origin) and own.kind == 'float' then
    vim.api.nvim_set_current_win(origin)
  end
  if valid(own.chat) then
    require('acp.draw').window_closing(own.chat)
  end
  layout.close(own)
  if had_focus and valid(origin) then
    pcall(vim.api.nvim_set_current_win, origin)
    if from_terminal and vim.bo.buftype == 'terminal' then
      vim.cmd.startinsert()
    end
  end
  require('acp.permission').place()
end

--- Both windows live and die together, and stand where they should.
local function watch_windows(view)
  vim.api.nvim_clear_autocmds({ group = group })
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    callback = function(event)
      local closed = tonumber(event.match)
      if windows and (closed == windows.chat or closed == windows.prompt) then
        vim.schedule(M.close)
      end
    end,
  })
  vim.api.nvim_create_autocmd('VimResized', {
    group = group,
    callback = function()
      if windows then
        layout.fit(windows, view)
        tell_width()
        require('acp.permission').place()
      end
    end,
  })
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
    group = group,
    buffer = view.prompt,
    callback = function()
      if windows and layout.fit(windows, view) then
        require('acp.permission').place()
      end
    end,
  })
  vim.api.nvim_create_autocmd('WinResized', {
    group = group,
    callback = function()
      if windows and vim.tbl_contains(vim.v.event.windows or {}, windows.chat) then
        tell_width()
      end
    end,
  })
end

local function show(view, opts)
  ensure_buffers(view)
  if windows then
    M.close()
  end
  require('acp.hl').setup()
  origin = vim.api.nvim_get_current_win()
  from_terminal = vim.fn.mode() == 't'
  current = view.id
  windows =
    layout.open(view, type(opts.layout) == 'string' and { kind = opts.layout } or opts.layout)
  require('acp.draw').window_opened(windows.chat)
  if require('acp.config').get().layout.insert then
    vim.cmd.startinsert({ bang = true })
  end
  watch_windows(view)
  refresh_frame()
  require('acp.permission').place()
end

--- After an offer to build: what npm says goes to the transcript.
local function offer_build(view)
  vim.ui.select({ 'Build now', 'Not now' }, {
    prompt = 'acp-host.nvim is not built. `npm ci && npm run build` takes about a minute:',
  }, function(choice)
    if choice ~= 'Build now' then
      return
    end
    local function line(text)
      view.status = {
        agent = 'acp-host.nvim',
        phase = 'installing',
        detail = 'building: ' .. text:sub(1, 60),
        pending = 0,
      }
      refresh_frame()
    end
    line('npm ci')
    host.build(line, function(ok)
      view.status = nil
      if ok then
        tell_open(view)
      else
        view.status =
          { agent = 'acp-host.nvim', phase = 'failed', detail = 'the build failed', pending = 0 }
        notify.show('error', 'the build failed; run `npm ci && npm run build` in ' .. host.root())
      end
      refresh_frame()
    end)
  end)
end

local function agent_of(view)
  return view.agent or require('acp.config').get().agent
end

--- The view that an opening means: the current one, or a new one.
local function view_of(opts)
  local view = current and views[current]
  if view and not opts.new and (opts.agent == nil or agent_of(view) == opts.agent) then
    return view
  end
  if opts.agent and not opts.new then
    for _, other in pairs(views) do
      if agent_of(other) == opts.agent then
        return other
      end
    end
  end
  return make_view(opts)
end

--- Opens the chat, or focuses it. The windows are there when this returns.
---@param opts? acp.OpenOpts
function M.open(opts)
  opts = opts or {}
  if vim.fn.getcmdwintype() ~= '' then
    notify.show('warn', 'the chat cannot be opened from the command-line window')
    return
  end
  local view = view_of(opts)
  if windows and current == view.id and valid(windows.prompt) then
    vim.api.nvim_set_current_win(windows.prompt)
  else
    show(view, opts)
  end
  if view.opened and host.channel() then
    return
  end
  local _, kind = host.obstacle()
  if kind == 'build' then
    view.status =
      { agent = 'acp-host.nvim', phase = 'failed', detail = 'not built yet', pending = 0 }
    refresh_frame()
    vim.schedule(function()
      offer_build(view)
    end)
    return
  end
  view.status = nil
  tell_open(view)
  tell_width()
  refresh_frame()
end

--- Shows an open session.
---@param id integer
function M.show(id)
  local view = views[id]
  if not view then
    return
  end
  if windows and current == id and valid(windows.prompt) then
    vim.api.nvim_set_current_win(windows.prompt)
  else
    show(view, {})
  end
end

--- Nothing was said in it and nothing is written in its prompt.
local function is_untouched(view)
  local written = table.concat(vim.api.nvim_buf_get_lines(view.prompt, 0, -1, false), '')
  local state = host.request('state', { view = view.id }) or {}
  return written == ''
    and #(state.queue or {}) == 0
    and vim.iter(state.entries or {}):all(function(entry)
      return entry.kind == 'notice'
    end)
end

--- Opens a session that an agent has stored, in a chat of its own. It takes the place of one that was not used yet.
---@param opts { agent: string, cwd: string, session: string, how?: string, title?: string }
function M.open_stored(opts)
  local before = current and views[current]
  local view = make_view({ agent = opts.agent, cwd = opts.cwd })
  local unused = before and opts.how ~= 'fork' and is_untouched(before)
  show(view, {})
  tell_open(view, nil, { session = opts.session, how = opts.how, title = opts.title })
  tell_width()
  refresh_frame()
  if unused and before then
    host.send('close', { view = before.id })
    M.drop(before.id)
  end
end

--- The folder and agent that sessions are looked for with.
---@return { cwd: string, agent?: string, view?: integer }
function M.scope()
  local view = current and views[current]
  if view then
    return { cwd = view.cwd, agent = view.agent, view = view.id }
  end
  return { cwd = vim.fs.normalize(vim.fn.getcwd()) }
end

--- Starts a session without showing it.
---@param opts? acp.OpenOpts
---@param cb fun(err?: string, result?: table)
function M.new(opts, cb)
  local view = make_view(opts)
  current = current or view.id
  tell_open(view, cb)
end

---@return boolean
function M.is_open()
  return windows ~= nil and valid(windows.chat)
end

--- Whether something goes on that can be cancelled.
---@return boolean
function M.is_busy()
  local view = current and views[current]
  return view ~= nil and view.opened and texts.is_busy(status_of(view).phase)
end

---@return integer?
function M.current()
  return current
end

--- What the session of a view, by default the current one, offers to choose from.
---@param id? integer
---@return acp.Offer?
function M.offer(id)
  local view = views[id or current]
  return view and view.offer
end

---@param bufnr integer
---@return integer?
function M.view_of_prompt(bufnr)
  for id, view in pairs(views) do
    if view.prompt == bufnr then
      return id
    end
  end
end

---@return acp.Windows?
function M.windows()
  return windows
end

--- The view of a session; without an id the current one, made when there is none.
---@param session? string
---@param existing? boolean make none
---@return integer? view
---@return string? problem
function M.view_for(session, existing)
  if session then
    for _, known in ipairs(host.request('sessions') or {}) do
      if known.id == session then
        return known.view
      end
    end
    return nil, ('there is no session "%s"'):format(session)
  end
  local view = current and views[current]
  if not view then
    if existing then
      return nil, 'there is no chat; :AcpChat opens one'
    end
    view = make_view()
    current = view.id
  end
  if not (view.opened and host.channel()) and not existing then
    tell_open(view)
  end
  return view.id
end

--- Ends the current session and its chat.
function M.drop_current()
  local id = current
  if not id then
    notify.show('info', 'there is no chat; :AcpChat opens one')
    return
  end
  host.send('close', { view = id })
  M.drop(id)
end

-- What the host calls -------------------------------------------------------------------------------------------------

---@param id integer
---@return integer bufnr
function M.buffer(id)
  local view = assert(views[id], 'unknown view ' .. tostring(id))
  return ensure_buffers(view).chat
end

---@param id integer
---@param status table see ChatStatus in src/nvim/lua.ts
function M.set_status(id, status)
  local view = views[id]
  if not view then
    return
  end
  view.status = status
  if id == current then
    refresh_frame()
  end
end

---@param id integer
---@param offer acp.Offer
function M.set_offer(id, offer)
  if views[id] then
    views[id].offer = offer
  end
end

---@param id integer
function M.drop(id)
  local view = views[id]
  if not view then
    return
  end
  if current == id then
    M.close()
    current = nil
  end
  views[id] = nil
  require('acp.draw').forget(view.chat)
  for _, buf in ipairs({ view.chat, view.prompt }) do
    if vim.api.nvim_buf_is_valid(buf) then
      vim.api.nvim_buf_delete(buf, { force = true })
    end
  end
  local left = vim.tbl_keys(views)
  current = current or (#left > 0 and math.max(unpack(left)) or nil)
end

--- The host died: what is on screen stays, the next use starts a host and a session again.
---@param why string
function M.host_gone(why)
  for _, view in pairs(views) do
    view.opened = false
    view.offer = nil
    view.status =
      { agent = (view.status or {}).agent or 'agent', phase = 'failed', detail = why, pending = 0 }
  end
  require('acp.permission').show({})
  refresh_frame()
end

-- Keys ----------------------------------------------------------------------------------------------------------------

function M.focus_prompt()
  if windows and valid(windows.prompt) then
    vim.api.nvim_set_current_win(windows.prompt)
    vim.cmd.startinsert({ bang = true })
  end
end

--- Keys of the transcript.
function M.chat_actions()
  return {
    chat_cancel = function()
      require('acp').cancel()
    end,
    chat_permission = function()
      require('acp.permission').focus()
    end,
    chat_open = function()
      if current then
        local row = vim.api.nvim_win_get_cursor(0)[1] - 1
        host.send('open_at', { view = current, row = row })
      end
    end,
    chat_prompt = M.focus_prompt,
    chat_help = keys.help,
    chat_close = M.close,
  }
end

--- Window keys of floats: Neovim's own would leave the pair for the window below it.
local OTHER_WINDOW = { 'w', '<C-w>', 'W' }
local TOWARDS = {
  chat = { 'k', '<C-k>', '<Up>' },
  prompt = { 'j', '<C-j>', '<Down>' },
}

--- Moves between the two windows as the usual window keys would; with a count, or in splits, they are the usual ones.
---@param bufnr integer
---@param target 'chat'|'prompt'
function M.map_window_keys(bufnr, target)
  for _, key in ipairs(vim.list_extend(vim.deepcopy(OTHER_WINDOW), TOWARDS[target])) do
    vim.keymap.set('n', '<C-w>' .. key, function()
      if windows and windows.kind == 'float' and vim.v.count == 0 and valid(windows[target]) then
        vim.api.nvim_set_current_win(windows[target])
      else
        local count = vim.v.count > 0 and vim.v.count or ''
        vim.cmd(('%swincmd %s'):format(count, vim.keycode(key)))
      end
    end, { buffer = bufnr, nowait = true, silent = true, desc = 'acp: other window' })
  end
end

return M

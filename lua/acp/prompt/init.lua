--- The prompt buffer: sending, placeholder.
local drafts = require('acp.prompt.drafts')
local history = require('acp.prompt.history')
local host = require('acp.host')
local keys = require('acp.keys')
local mentions = require('acp.prompt.mentions')
local notify = require('acp.ui.notify')
local plugins = require('acp.prompt.plugins')
local popup = require('acp.ui.popup')
local scroll = require('acp.transcript.scroll')
local slash = require('acp.prompt.slash')

local M = {}

local namespace = vim.api.nvim_create_namespace('acp.prompt')
--- Marks the last line of what came back because it was not sent.
local given_back, GIVEN = vim.api.nvim_create_namespace('acp.unsent'), 1

local COMPLETE = "v:lua.require'acp.prompt.completion'.complete"

local BROKEN = 'a prompt is a text or a list of content blocks'

local function text_of(bufnr)
  return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
end

local function set_text(bufnr, text)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(text, '\n', { plain = true }))
  if vim.api.nvim_get_current_buf() == bufnr then
    local last = vim.api.nvim_buf_line_count(bufnr)
    local line = vim.api.nvim_buf_get_lines(bufnr, last - 1, last, false)[1]
    vim.api.nvim_win_set_cursor(0, { last, #line })
  end
end

--- What an empty prompt says: as much as fits.
local function invitation(bufnr)
  local win = vim.fn.bufwinid(bufnr)
  -- One cell stands before the text.
  local room = win > 0 and vim.api.nvim_win_get_width(win) - 1 or math.huge
  local send, help = keys.of('send'), keys.of('help')
  local text = 'Ask, or tell what to do'
  for _, more in ipairs({
    send and (' — %s sends'):format(send) or '',
    help and (', %s shows the keys'):format(help) or '',
  }) do
    if vim.fn.strdisplaywidth(text .. more) > room then
      break
    end
    text = text .. more
  end
  return text
end

--- A quiet hint while the prompt is empty, or what a slash command wants to be told; drawn anew when the window of the
--- prompt has another width.
---@param bufnr integer
function M.placeholder(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  if vim.api.nvim_buf_line_count(bufnr) > 1 then
    return
  end
  local text = text_of(bufnr)
  local wanted = slash.hint(bufnr, text)
  if wanted then
    vim.api.nvim_buf_set_extmark(bufnr, namespace, 0, #text, {
      virt_text = { { (vim.endswith(text, ' ') and '' or ' ') .. wanted, 'AcpPlaceholder' } },
      virt_text_pos = 'inline',
    })
  end
  if text ~= '' then
    return
  end
  vim.api.nvim_buf_set_extmark(bufnr, namespace, 0, 0, {
    virt_text = { { invitation(bufnr), 'AcpPlaceholder' } },
    virt_text_pos = 'overlay',
    hl_mode = 'combine',
  })
end

---@class acp.PromptOpts
---@field anchors? acp.PromptAnchor[]
---@field anchored? integer by what the anchors are known on the way
---@field context? string[] what else goes along, by its names behind an "@"
---@field steer? boolean into the running turn, not behind it

--- Hands a prompt to the host. Text that never reaches an agent comes back, unless somebody waits for the answer.
---@param view integer
---@param content string|table[] text that may mention things, or a list of ACP content blocks
---@param opts? acp.PromptOpts
---@param cb? acp.Callback called when that turn has ended
---@param sent? fun(err?: string) called when it is on its way, or is not sent
function M.submit(view, content, opts, cb, sent)
  -- The door takes plain data; whoever hands over something else is told.
  local is_plain = pcall(vim.mpack.encode, content)
  if not is_plain and cb then
    cb(BROKEN)
    return
  elseif not is_plain then
    notify.show('error', BROKEN)
    return
  end
  local function settled(err, result)
    local refusal = err and result and result.refused and err or nil
    if err and type(content) == 'string' then
      drafts.put(view, content, refusal)
    elseif refusal then
      notify.show('error', refusal)
    end
    if sent then
      sent(err)
    end
  end
  local payload = vim.tbl_extend('error', { view = view, content = content }, opts or {})
  host.notify('prompt', payload, cb, not cb and { sent = settled } or nil)
end

---@class acp.PromptActions what a prompt does beside its own things, by the chat that it belongs to
---@field ready fun() has a session opened for what is sent
---@field is_busy fun(): boolean something goes on that can be cancelled
---@field cancel fun()
---@field go_on fun() sends what a cancellation has kept from being sent
---@field permission fun() goes to the open question
---@field activity fun() goes to plan and queue
---@field session_next fun()
---@field session_previous fun()
---@field help fun()
---@field close fun()

--- Sends what is written. An empty prompt is never sent: there, what waits may be meant.
---@param steer? boolean
local function send(view, actions, steer)
  local text = text_of(view.prompt)
  if vim.trim(text) == '' then
    actions.go_on()
    return
  end
  -- Nothing that was written is lost when there is nobody to send it to.
  local problem = host.ensure()
  if problem then
    notify.show('error', problem)
    return
  end
  actions.ready()
  -- What was asked, and the answer, are to be seen; what is only queued is no reason to stop reading.
  if steer or not actions.is_busy() then
    vim.tbl_map(scroll.to_end, vim.fn.win_findbuf(view.chat))
  end
  history.add(view.prompt, text)
  require('acp.prompt.completion').close()
  vim.api.nvim_buf_clear_namespace(view.prompt, given_back, 0, -1)
  local anchors = require('acp.context.anchors')
  local mentioned = anchors.list(view.prompt)
  local anchored = anchors.take(view.prompt)
  set_text(view.prompt, '')
  M.placeholder(view.prompt)
  mentions.changed(view.prompt)
  local opts = { anchors = mentioned, anchored = anchored, steer = steer }
  M.submit(view.id, text, opts, nil, function(err)
    if err then
      -- With the text, which comes back a moment later: without it they would be let go.
      vim.schedule(function()
        anchors.give_back(view.prompt, anchored)
      end)
    else
      anchors.release(anchored)
    end
  end)
end

--- Steps through the history when the cursor cannot go further that way; else the key does what it always does.
---@param by -1|1
local function step(bufnr, by)
  local row = vim.api.nvim_win_get_cursor(0)[1]
  local edge = by < 0 and 1 or vim.api.nvim_buf_line_count(bufnr)
  if row ~= edge or vim.fn.pumvisible() == 1 then
    return false
  end
  local text = history.step(bufnr, by, text_of(bufnr))
  if text then
    set_text(bufnr, text)
  end
  return true
end

local function arrow(bufnr, by, key)
  return function()
    if not step(bufnr, by) then
      -- In front of what was typed meanwhile.
      vim.api.nvim_feedkeys(vim.keycode(key), 'ni', false)
    end
  end
end

---@param view acp.View
---@param actions acp.PromptActions
function M.attach(view, actions)
  local bufnr = view.prompt
  local function send_it()
    send(view, actions)
  end
  keys.map(bufnr, 'prompt', {
    send = send_it,
    send_normal = send_it,
    steer = function()
      send(view, actions, true)
    end,
    cancel = function()
      -- With nothing to cancel it is the key that leaves insert mode.
      if vim.fn.mode():find('^[iR]') and not actions.is_busy() then
        vim.cmd.stopinsert()
      else
        actions.cancel()
      end
    end,
    older = arrow(bufnr, -1, '<Up>'),
    newer = arrow(bufnr, 1, '<Down>'),
    context_remove = function()
      require('acp.prompt.chips').remove()
    end,
    permission = actions.permission,
    activity = actions.activity,
    session_next = actions.session_next,
    session_previous = actions.session_previous,
    help = actions.help,
    close = actions.close,
  })
  plugins.register()
  vim.bo[bufnr].completefunc = COMPLETE
  vim.bo[bufnr].omnifunc = COMPLETE
  popup.prepare(bufnr)
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { buffer = bufnr, callback = callback })
  end
  on({ 'TextChangedI', 'TextChangedP' }, function()
    require('acp.prompt.completion').popup(bufnr)
  end)
  on('CompleteDone', function()
    require('acp.prompt.completion').left(bufnr)
  end)
  mentions.attach(view)
  on({ 'TextChanged', 'TextChangedI', 'TextChangedP', 'BufEnter' }, function()
    M.placeholder(bufnr)
  end)
  M.placeholder(bufnr)
end

--- Puts text that was not sent into a prompt: above what is written there, below what came back before it.
---@param bufnr integer
---@param text string
function M.give_back(bufnr, text)
  local lines = vim.split(text, '\n', { plain = true })
  local before = vim.api.nvim_buf_get_extmark_by_id(bufnr, given_back, GIVEN, {})[1]
  local last = #lines - 1
  if text_of(bufnr) == '' then
    set_text(bufnr, text)
  elseif before then
    last = before + 1 + #lines
    vim.api.nvim_buf_set_lines(bufnr, before + 1, before + 1, false, { '', unpack(lines) })
  else
    vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, vim.list_extend(lines, { '' }))
  end
  vim.api.nvim_buf_set_extmark(bufnr, given_back, last, 0, { id = GIVEN })
  M.placeholder(bufnr)
end

--- Puts a text into a prompt in which nothing else is written.
---@param bufnr integer
---@param text string
---@return boolean put
function M.offer(bufnr, text)
  local is_valid = vim.api.nvim_buf_is_valid(bufnr)
  if is_valid and text_of(bufnr) == text then
    return true
  elseif not is_valid or vim.trim(text_of(bufnr)) ~= '' then
    return false
  end
  set_text(bufnr, text)
  M.placeholder(bufnr)
  return true
end

return M

--- The open questions: shown one at a time in a float near the chat, answered in any order.
local anchor = require('acp.surface.anchor')
local answers = require('acp.permission.answers')
local footer = require('acp.permission.footer')
local frame = require('acp.permission.frame')
local host = require('acp.host')
local keys = require('acp.permission.keys')
local notify = require('acp.ui.notify')
local origin = require('acp.permission.origin')
local scroll = require('acp.permission.scroll')
local seen = require('acp.permission.seen')
local stack = require('acp.permission.stack')
local typed = require('acp.ui.typed')
local window = require('acp.permission.window')

local M = {}

local hidden = false
--- All that is known about a card, when the user wants to see that.
---@type { id: string, lines: table[] }?
local full

local function is_full(card)
  return full ~= nil and full.id == card.id
end

local function label()
  local card, index = stack.current()
  if card then
    local all = stack.count()
    local count = all > 1 and (' (%d of %d)'):format(index, all) or ''
    frame.write({
      title = (card.heading or 'Permission') .. count,
      subject = card.title,
      foot = footer.text(card, all, is_full(card)),
    })
  end
end

--- The card has been drawn: it can be read from now on, as far as it is in sight.
---@param id string
---@param whole boolean
local function note_seen(id, whole)
  seen.drawn(id)
  vim.schedule(function()
    local card = stack.current()
    if window.is_open() and card and card.id == id and is_full(card) == whole then
      local _, below = scroll.hidden()
      if below == 0 then
        seen.ended(id, whole)
      end
      label()
    end
  end)
end

--- Draws the current card, and opens the float when it is closed.
local function draw()
  local card = stack.current()
  if not card or hidden then
    window.close()
    return
  end
  stack.put_up(card)
  if not window.is_open() then
    seen.appears(card.id)
  end
  local whole = is_full(card)
  window.show(
    card.id .. (whole and ' whole' or ''),
    whole and full.lines or card.lines,
    card.options,
    {
      focus = label,
      moved = M.place,
      seen = function()
        local now = stack.current()
        if now then
          note_seen(now.id, is_full(now))
        end
      end,
      closed = function(by_user)
        -- Closed by the user in it, the question stays open and `:Acp permissions` shows it again. Closed from
        -- elsewhere (`:only`), it comes back.
        hidden = by_user
        if not hidden then
          vim.schedule(M.place)
        end
      end,
    }
  )
  keys.map(card, {
    permission_next = M.next,
    permission_help = function()
      host.notify('keys_help', { where = { 'permission' } })
    end,
    permission_leave = window.leave,
    permission_escape = window.leave,
    permission_reason = function()
      M.reject_with_reason(card)
    end,
    permission_full = function()
      M.toggle_full(card)
    end,
    permission_rule = function()
      M.make_rule(card)
    end,
  }, function(option)
    M.choose(card, option)
  end)
  label()
end

--- Shows exactly these questions; none closes the float.
---@param new acp.PermissionCard[]
function M.show(new)
  local watched = stack.count() > 0
  if stack.set(new) then
    hidden = false
  end
  if #new == 0 then
    full, hidden = nil, false
    typed.unwatch()
  elseif not watched then
    typed.watch()
  end
  draw()
  -- While a command line is being typed, or a program waits for a key, the screen only changes when asked to.
  if vim.api.nvim_get_mode().mode:find('^c') or vim.fn.state('S') ~= '' then
    vim.cmd.redraw()
  end
end

--- Puts the float where it belongs now, if it is open.
function M.place()
  if stack.count() > 0 then
    draw()
  end
end

anchor.on_move(M.place)
host.on_exit(function()
  M.show({})
end)

--- How an answer that does not count yet has the question shown.
---@type acp.PermissionDisplay
local display = {
  is_shown = function(card)
    return stack.is_up(card) and window.is_open()
  end,
  show = function(card)
    hidden = false
    stack.put_up(card)
    draw()
  end,
  is_whole = is_full,
  show_whole = function(card)
    M.toggle_full(card)
  end,
}

--- Answers with an option, when that counts.
---@param card acp.PermissionCard
---@param option acp.PermissionOption
function M.choose(card, option)
  if answers.too_early(card) or (option.isConsent and answers.reads_on(card, display)) then
    return
  end
  if card.fields then
    require('acp.elicitation').act(card, option.optionId, M.focus)
  else
    host.notify('respond', { id = card.id, optionId = option.optionId })
  end
end

--- Goes to the float; its keys then answer.
function M.focus()
  if stack.count() == 0 then
    notify.show('info', 'no permission is asked')
    return
  end
  hidden = false
  draw()
  if vim.fn.getcmdwintype() ~= '' then
    notify.show('info', 'from the command-line window: :Acp allow or :Acp reject')
    return
  end
  if not window.is_open() or window.has_focus() then
    return
  end
  origin.forget()
  origin.come_from(vim.api.nvim_get_current_win())
  vim.api.nvim_set_current_win((window.ids()))
  label()
end

--- Asks why, rejects, and lets the reason follow as the next prompt.
---@param card acp.PermissionCard
function M.reject_with_reason(card)
  -- Forms and links are declined by their own keys.
  if card.fields or answers.too_early(card) then
    return
  end
  vim.ui.input({ prompt = 'Reject because: ' }, function(reason)
    if reason and vim.trim(reason) ~= '' then
      host.notify('reject', { id = card.id, reason = reason })
    end
  end)
end

--- Answers the oldest permission, or the nth, from anywhere, when that counts.
---@param event 'allow'|'reject'
---@param n? integer
---@param reason? string
function M.answer(event, n, reason)
  local card, count = stack.permission(n or 1)
  if count == 0 then
    notify.show('info', 'no permission is asked')
  elseif not card then
    notify.show('error', ('expected a number from 1 to %d'):format(count))
  elseif
    not answers.too_early(card) and not (event == 'allow' and answers.reads_on(card, display))
  then
    host.notify(event, { id = card.id, reason = reason })
  end
end

--- Answers with the option that is named: a program's own decision. What a key of the user's has started comes no
--- sooner than other answers of theirs.
---@param id string
---@param option_id? string
---@param reason? string
---@param cb fun(err?: string)
function M.respond(id, option_id, reason, cb)
  if typed.by_key() and seen.is_fresh(id) then
    cb('not answered: this question was not on the screen long enough')
    return
  end
  host.notify('respond', { id = id, optionId = option_id, reason = reason }, cb)
end

--- Offers a rule of the user's own that allows this from now on, and so now.
---@param card acp.PermissionCard
function M.make_rule(card)
  if not card.fields and not answers.too_early(card) and not answers.reads_on(card, display) then
    host.notify('rule_for', { id = card.id })
  end
end

--- Shows all that is known about a question, uncut, or the short form again.
---@param card acp.PermissionCard
function M.toggle_full(card)
  if card.fields then
    return
  end
  if is_full(card) then
    full = nil
    draw()
    return
  end
  host.notify('permission_full', { id = card.id }, function(problem, lines)
    if problem or not stack.is_up(card) then
      return
    end
    full = { id = card.id, lines = lines }
    draw()
  end)
end

--- A click on the statusline.
function M.click()
  vim.schedule(M.focus)
end

--- The next open question, in the float.
function M.next()
  if not window.has_focus() then
    M.focus()
    return
  end
  local card = stack.after()
  if card then
    stack.put_up(card)
    draw()
  end
end

return M

--- The open questions: shown one at a time in a float near the chat, answered in any order.
local footer = require('acp.permission.footer')
local host = require('acp.host')
local keys = require('acp.permission.keys')
local notify = require('acp.notify')
local origin = require('acp.permission.origin')
local pictures = require('acp.permission.card')
local window = require('acp.permission.window')

local M = {}

--- Keys typed before the float could be read are no consent.
local GUARD_MS = 300

---@type acp.PermissionCard[]
local cards = {}
---@type string? id of the card on screen
local shown
--- When the card on screen appeared, in milliseconds.
local since = 0
---@type table<string, integer> when each open question came, by id
local arrived = {}
local hidden = false
--- All that is known about a card, when the user wants to see that.
---@type { id: string, lines: table[] }?
local full

---@return acp.PermissionCard? card
---@return integer index
local function current()
  for index, card in ipairs(cards) do
    if card.id == shown then
      return card, index
    end
  end
  return cards[1], 1
end

local function is_full(card)
  return full ~= nil and full.id == card.id
end

local function is_typed_ahead()
  return vim.uv.now() - since < GUARD_MS
end

---@param card acp.PermissionCard
---@param option acp.PermissionOption
local function answer(card, option)
  if is_typed_ahead() then
    return
  end
  if card.fields then
    require('acp.elicitation').act(card, option.optionId)
    return
  end
  host.notify('respond', { id = card.id, optionId = option.optionId })
end

local function label()
  local card, index = current()
  if card then
    local count = #cards > 1 and (' (%d of %d)'):format(index, #cards) or ''
    local title = (card.heading or 'Permission') .. count
    local whole = is_full(card)
    window.label(title, card.title, footer.text(card, #cards, whole), whole)
  end
end

--- Draws the current card, and opens the float when it is closed.
local function draw()
  local card = current()
  if not card or hidden then
    window.close()
    return
  end
  if shown ~= card.id then
    shown = card.id
    since = vim.uv.now()
  end
  local drawn = pictures.draw(card, is_full(card) and full.lines or nil)
  keys.map(drawn, card, {
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
    answer(card, option)
  end)
  window.show(drawn, {
    focus = label,
    moved = M.place,
    closed = function(by_user)
      -- Closed by the user in it, the question stays open and `:Acp permissions` shows it again. Closed from
      -- elsewhere (`:only`), it comes back.
      hidden = by_user
      if not hidden then
        vim.schedule(M.place)
      end
    end,
  })
  label()
end

--- Shows exactly these questions; none closes the float.
---@param new acp.PermissionCard[]
function M.show(new)
  local known = arrived
  arrived = {}
  for _, card in ipairs(new) do
    arrived[card.id] = known[card.id] or vim.uv.now()
    if not known[card.id] then
      hidden = false
    end
  end
  cards = new
  if #cards == 0 then
    shown, full = nil, nil
    hidden = false
  end
  draw()
  -- While a command line is being typed, or a program waits for a key, the screen only changes when asked to.
  if vim.api.nvim_get_mode().mode:find('^c') or vim.fn.state('S') ~= '' then
    vim.cmd.redraw()
  end
end

--- Puts the float where it belongs now, if it is open.
function M.place()
  if #cards > 0 then
    draw()
  end
end

--- Goes to the float; its keys then answer.
function M.focus()
  if #cards == 0 then
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
  vim.api.nvim_set_current_win(window.id())
  label()
end

--- Asks why, rejects, and lets the reason follow as the next prompt.
---@param card acp.PermissionCard
function M.reject_with_reason(card)
  -- Forms and links are declined by their own keys.
  if card.fields or is_typed_ahead() then
    return
  end
  vim.ui.input({ prompt = 'Reject because: ' }, function(reason)
    if reason and vim.trim(reason) ~= '' then
      host.notify('reject', { id = card.id, reason = reason })
    end
  end)
end

--- A key of the user's that answers the oldest question from anywhere: not one that has only just come.
---@param event 'allow'|'reject'
function M.answer_oldest(event)
  for _, card in ipairs(cards) do
    if not card.fields then
      if vim.uv.now() - arrived[card.id] < GUARD_MS then
        notify.show('info', 'not answered: this question has only just appeared')
      else
        host.notify(event, { id = card.id })
      end
      return
    end
  end
  notify.show('info', 'no permission is asked')
end

--- Offers a rule of the user's own that allows this from now on.
---@param card acp.PermissionCard
function M.make_rule(card)
  if not card.fields and not is_typed_ahead() then
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
    if problem or shown ~= card.id then
      return
    end
    full = { id = card.id, lines = lines }
    draw()
    if window.has_focus() then
      vim.api.nvim_win_set_cursor(window.id(), { 1, 0 })
    end
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
  local _, index = current()
  local card = cards[index % #cards + 1]
  if card then
    shown = card.id
    since = vim.uv.now()
    draw()
  end
end

return M

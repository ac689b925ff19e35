--- Keys of cards that renderers of the user's have drawn. They work on the rows of their card, once it could be read;
--- elsewhere a key does what it does without them.
local guard = require('acp.surface.guard')
local keymap = require('acp.ui.keymap')
local notify = require('acp.ui.notify')
local ranges = require('acp.surface.ranges')
local user_code = require('acp.ui.user_code')

local M = {}

--- Milliseconds: a key typed before its card could be read does not count.
local GUARD_MS = 300

---@class acp.CardActions
---@field card string
---@field runs table<string, fun()> by key
---@field seen? acp.Seen

---@type table<integer, acp.CardActions> by token
local kept = {}
--- Of each card, the drawing that was made last, and the one that is shown.
---@type table<string, { newest?: integer, shown?: integer }>
local tokens = {}
local made = 0

local namespace = vim.api.nvim_create_namespace('acp.actions')
--- Cards that are in a buffer and were not on the screen yet, by token.
---@type table<integer, { bufnr: integer, key: string, seen: acp.Seen }>
local awaited = {}

local is_watching = false

local function drawn(_, _, bufnr, top, bot)
  for token, card in pairs(awaited) do
    local range = card.bufnr == bufnr and ranges.actions(bufnr, card.key)
    if range and range.from <= bot and range.to >= top then
      guard.drawn(card.seen)
      awaited[token] = nil
    end
  end
  return false
end

--- Notes which cards are on the screen: before, nothing that is typed is for them.
local function watch_screen()
  if not is_watching then
    is_watching = true
    vim.api.nvim_set_decoration_provider(namespace, { on_win = drawn })
  end
end

---@param card string
---@param what 'newest'|'shown'
---@param token integer
local function replace(card, what, token)
  tokens[card] = tokens[card] or {}
  local of = tokens[card]
  local old = of[what]
  of[what] = token
  if old and old ~= of.newest and old ~= of.shown then
    kept[old], awaited[old] = nil, nil
  end
end

--- Keeps what the keys of a new drawing do.
---@param card string
---@param runs table<string, fun()>
---@return integer token
function M.keep(card, runs)
  made = made + 1
  kept[made] = { card = card, runs = runs }
  replace(card, 'newest', made)
  return made
end

--- What a key does in a row of a buffer.
---@return fun()? run
---@return acp.Seen? seen
local function find(bufnr, lhs)
  local range = ranges.actions_at(bufnr, vim.api.nvim_win_get_cursor(0)[1] - 1)
  local actions = range and kept[range.token]
  if actions then
    return actions.runs[lhs], actions.seen
  end
end

--- Does what a key does without us.
---@param before table see |maparg()|
local function otherwise(lhs, before)
  local count = vim.v.count > 0 and vim.v.count or ''
  if before.callback then
    before.callback()
  elseif before.rhs then
    vim.api.nvim_feedkeys(
      count .. vim.keycode(before.rhs),
      before.noremap == 1 and 'n' or 'm',
      false
    )
  else
    vim.api.nvim_feedkeys(count .. vim.keycode(lhs), 'n', false)
  end
end

---@type table<integer, table<string, fun()>> by buffer and key
local pressed = {}

local function map(bufnr, lhs)
  local ours = pressed[bufnr] or {}
  pressed[bufnr] = ours
  local before = vim.api.nvim_buf_call(bufnr, function()
    return vim.fn.maparg(lhs, 'n', false, true)
  end)
  if before.callback and before.callback == ours[lhs] then
    return
  end
  before = before.buffer == 1 and before or {}
  ours[lhs] = function()
    local run, seen = find(bufnr, lhs)
    if not run then
      otherwise(lhs, before)
    elseif not seen or guard.is_fresh(seen, GUARD_MS) then
      notify.show('info', 'not done: this has only just appeared')
    else
      user_code.call(run, 'action of a renderer', run)
    end
  end
  keymap.set(bufnr, { 'n' }, lhs, ours[lhs], 'action of a card')
end

--- A card is drawn into a buffer.
---@param bufnr integer
---@param range acp.PatchRange
function M.shown(bufnr, range)
  local actions = kept[range.token]
  if not actions then
    return
  end
  if not actions.seen then
    actions.seen = guard.new()
    guard.appears(actions.seen)
    awaited[range.token] = { bufnr = bufnr, key = range.key, seen = actions.seen }
    replace(actions.card, 'shown', range.token)
    watch_screen()
  end
  for _, lhs in ipairs(range.keys) do
    map(bufnr, lhs)
  end
end

return M

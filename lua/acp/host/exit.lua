--- What the end of a host means: who waits is answered, whoever listens ends what went on, and may go on in the next
--- host.
local callbacks = require('acp.host.callbacks')
local notify = require('acp.ui.notify')
local status = require('acp.status')

local M = {}

--- A host that dies this often in this time is not started again by itself.
local MOST, WITHIN_MS = 3, 30000

---@type integer[] in milliseconds
local deaths = {}

local function recent()
  local now = vim.uv.now()
  deaths = vim.tbl_filter(function(at)
    return now - at < WITHIN_MS
  end, deaths)
  return #deaths
end

--- Says why no other host is started, once; the next use tries again.
---@param last_words? string of the last one
---@return string? problem
function M.too_many(last_words)
  if recent() < MOST then
    return nil
  end
  deaths = {}
  return ('the host ended %d times in a row%s; see :Acp log and :checkhealth acp, then try again'):format(
    MOST,
    last_words and (' (' .. last_words .. ')') or ''
  )
end

--- Whether Neovim itself is ending. `VimLeavePre` does not say: it is not fired when an autocommand quits.
---@return boolean
function M.of_neovim()
  return vim.v.exiting ~= vim.NIL
end

---@class acp.Exit
---@field how? string for the transcript, in few words; nil: no host could be started
---@field why string for the frame
---@field again? string the message when the chats go on by themselves; nil: they never do
---@field message? string the message when they go on with the next use

---@class acp.ExitAnswer
---@field note? string what else the user must know
---@field go_on? fun() goes on in another host; nil: nothing had begun that could

---@alias acp.ExitListener fun(exit: acp.Exit): acp.ExitAnswer?

---@type acp.ExitListener[]
local listeners = {}

--- Calls a listener when a host has ended, after all callbacks have been answered.
---@param listener acp.ExitListener
function M.on_exit(listener)
  table.insert(listeners, listener)
end

---@return string[] notes
---@return (fun())[] go_on
local function report(exit)
  local notes, go_on = {}, {}
  for _, listener in ipairs(listeners) do
    local answer = listener(exit) or {}
    table.insert(notes, answer.note)
    table.insert(go_on, answer.go_on)
  end
  return notes, go_on
end

--- No host could be started: what was open is over.
---@param why string
function M.not_started(why)
  report({ why = why })
end

--- A host that had served its chats well is followed by another at once, but not time after time. When Neovim ends, its
--- hosts end with it, and nobody is left to be notified.
---@param exit acp.Exit
function M.of(exit)
  if M.of_neovim() then
    return
  end
  table.insert(deaths, vim.uv.now())
  callbacks.fail(callbacks.ENDED)
  status.reset()
  local notes, go_on = report(exit)
  local again = exit.again and recent() == 1 and #go_on > 0
  -- A message in the event that also starts insert mode would hold up the editor for four seconds.
  vim.schedule(function()
    table.insert(notes, 1, again and exit.again or exit.message)
    notify.show(again and 'warn' or 'error', table.concat(notes, '; '))
    for _, continue in ipairs(again and go_on or {}) do
      continue()
    end
  end)
end

return M

--- What the end of a host means for the user: who waits is told, what went on is over, text that was not sent is back
--- in the prompt, and the chats go on in the next host.
local callbacks = require('acp.host.callbacks')
local notify = require('acp.ui.notify')
local unsent = require('acp.prompt.drafts')

local M = {}

--- A host that dies this often in this time is not started again by itself.
local MOST, WITHIN_MS = 3, 30000

---@type integer[] in milliseconds
local deaths = {}

---@return integer
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

--- Whether Neovim itself is ending. `VimLeavePre` does not tell: it is not fired when an autocommand quits.
---@return boolean
function M.of_neovim()
  return vim.v.exiting ~= vim.NIL
end

---@class acp.Death
---@field how string for the transcript, in few words
---@field why string for the frame
---@field again? string the message when the chats go on by themselves; nil: they never do
---@field message string the message when they go on with the next use

--- One that had served its chats well is followed by another at once, but not time after time. When Neovim ends, its
--- hosts end with it, and nobody is left to be told.
---@param death acp.Death
function M.of(death)
  if M.of_neovim() then
    return
  end
  local chat = require('acp.chat')
  table.insert(deaths, vim.uv.now())
  callbacks.fail(callbacks.ENDED)
  require('acp.status').reset()
  require('acp.follow').rest()
  require('acp.buffers.reload_guard').release()
  local again = death.again and recent() == 1 and chat.host_served()
  chat.host_gone(death.why, death.how)
  local back = unsent.give_back() and '; unsent prompts are handed back' or ''
  -- A message in the event that also starts insert mode would hold up the editor for four seconds.
  vim.schedule(function()
    if again then
      notify.show('warn', death.again .. back)
      chat.recover()
    else
      notify.show('error', death.message .. back)
    end
  end)
end

return M

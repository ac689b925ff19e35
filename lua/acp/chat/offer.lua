--- Prompts that were sent, for the user to edit and to send again.
local history = require('acp.prompt.history')
local keys = require('acp.keys')
local prompt = require('acp.prompt')
local views = require('acp.chat.views')

local M = {}

--- Puts a text into the prompt of a view where nothing is written; else it is the newest of the earlier prompts.
---@param id integer 0: of none
---@param text string
---@return { put: boolean, key?: string } # the key that brings it back
function M.prompt(id, text)
  local view = views.get(id)
  if view and prompt.offer(view.prompt, text) then
    return { put = true }
  end
  history.add(view and view.prompt or 0, text)
  return { put = false, key = keys.of('older') }
end

return M

--- Prompts that were sent, for the user to edit and to send again.
local anchors = require('acp.context.anchors')
local history = require('acp.prompt.history')
local keys = require('acp.keys')
local prompt = require('acp.prompt')
local views = require('acp.chat.views')

local M = {}

--- Lets names in a prompt lead to files again that the user had added from elsewhere.
---@param id integer
---@param files acp.NamedFile[]
function M.files(id, files)
  local view = views.get(id)
  for _, file in ipairs(view and files or {}) do
    anchors.set_file(view.prompt, file.name, file.path, file.first, file.last)
  end
end

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

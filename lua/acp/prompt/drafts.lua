--- Prompts that never reached an agent go back to where they were written.
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@type table<integer, string[]> by view, oldest first
local texts = {}

--- Puts a text into the prompt of a view; false when the view is gone.
---@type fun(view: integer, text: string): boolean
local put_back

--- Says who knows the prompts of views.
---@param put fun(view: integer, text: string): boolean
function M.on_return(put)
  put_back = put
end

--- Puts them into their prompts, above what is written there meanwhile.
---@return boolean any
local function give_back()
  local given = false
  for view, list in pairs(texts) do
    given = put_back(view, table.concat(list, '\n\n')) or given
  end
  texts = {}
  return given
end

--- Several come back at once.
---@param view integer
---@param text string
---@param why? string it was not sent, when the user does not know
function M.put(view, text, why)
  if next(texts) == nil then
    vim.schedule(function()
      if not give_back() then
        return
      elseif why then
        notify.show('error', why)
      else
        notify.show('warn', 'what was not sent is back in the prompt')
      end
    end)
  end
  texts[view] = texts[view] or {}
  table.insert(texts[view], text)
end

host.on_exit(function()
  return give_back() and { note = 'unsent prompts are handed back' } or nil
end)

return M

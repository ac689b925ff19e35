--- Prompts that never reached an agent go back to where they were written.
local M = {}

---@type table<integer, string[]> by view, oldest first
local texts = {}

--- Puts them into their prompts, above what is written there meanwhile.
---@return boolean any
function M.give_back()
  local given = false
  for id, list in pairs(texts) do
    local view = require('acp.chat.views').get(id)
    if view then
      given = true
      require('acp.chat.buffers').ensure(view)
      require('acp.prompt').give_back(view.prompt, table.concat(list, '\n\n'))
    end
  end
  texts = {}
  return given
end

--- Several come back at once.
---@param view integer
---@param text string
function M.put(view, text)
  if next(texts) == nil then
    vim.schedule(function()
      if M.give_back() then
        require('acp.ui.notify').show('warn', 'what was not sent is back in the prompt')
      end
    end)
  end
  texts[view] = texts[view] or {}
  table.insert(texts[view], text)
end

return M

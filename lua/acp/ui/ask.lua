--- Questions of the host to the user, by the user's own `vim.ui`. They are asked after the key or event that led to
--- them, and what is answered comes as an event: nobody waits.
local M = {}

---@param ask integer which question
---@param answer? string
local function reply(ask, answer)
  require('acp.host').send('ui_answer', { ask = ask, answer = answer })
end

---@param ask integer
---@param prompt string
---@param text string what the user may change
function M.input(ask, prompt, text)
  vim.schedule(function()
    local ok = pcall(vim.ui.input, { prompt = prompt, default = text }, function(answer)
      -- The built-in one leaves what was typed on the command line.
      vim.api.nvim_echo({ { '' } }, false, {})
      reply(ask, answer)
    end)
    if not ok then
      reply(ask)
    end
  end)
end

---@param ask integer
---@param prompt string
---@param kind string
---@param items string[]
function M.select(ask, prompt, kind, items)
  vim.schedule(function()
    require('acp.pick').one(items, { prompt = prompt, kind = kind }, function(item)
      if item then
        vim.cmd.redraw()
      end
      reply(ask, item)
    end)
  end)
end

return M

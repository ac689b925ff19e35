--- Questions of the host to the user, by the user's own `vim.ui`, and to their own function. They are asked after the
--- key or event that led to them, and what is answered comes as an event: nobody waits.
local config = require('acp.config')
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@param ask integer which question
---@param answer? string what was typed, or the number of the item
local function reply(ask, answer)
  host.send('ui_answer', { ask = ask, answer = answer })
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
---@param labels string[]
function M.select(ask, prompt, kind, labels)
  local items = {}
  for number, label in ipairs(labels) do
    items[number] = { number = number, label = label }
  end
  local function format_item(item)
    return item.label
  end
  vim.schedule(function()
    local opts = { prompt = prompt, kind = kind, format_item = format_item }
    require('acp.ui.select').one(items, opts, function(item)
      if item then
        vim.cmd.redraw()
      end
      reply(ask, item and tostring(item.number))
    end)
  end)
end

--- What the function of the option `permissions.decide` says.
---@param request table
---@return 'allow'|'deny'|nil
local function decision(request)
  local decide = config.get().permissions.decide
  if not decide then
    return nil
  end
  local ok, answer = pcall(decide, request)
  if not ok then
    notify.error('permissions.decide failed, so you are asked: ' .. tostring(answer))
    return nil
  end
  if answer ~= nil and answer ~= 'allow' and answer ~= 'deny' then
    notify.error("permissions.decide: expected 'allow', 'deny' or nil")
    return nil
  end
  return answer
end

--- Asks the function of the option `permissions.decide`; the host waits for it only a moment.
---@param ask integer
---@param request table
function M.decide(ask, request)
  vim.schedule(function()
    reply(ask, decision(request))
  end)
end

return M

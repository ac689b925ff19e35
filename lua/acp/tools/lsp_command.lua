--- Commands that language servers execute. Meanwhile a server may ask for edits of files: they go to the host, which
--- makes them and lets the server go on.
local host = require('acp.host')
local lsp = require('acp.tools.lsp')

local M = {}

local METHOD = 'workspace/applyEdit'

---@class acp.RunningCommand
---@field client vim.lsp.Client
---@field ask? integer what the host waits for
---@field answers table[] for which it has not asked yet
---@field resume? fun(applied: boolean) lets the server go on
---@field usual? function
---@field withdraw fun()

---@type table<integer, acp.RunningCommand> by client: one at a time
local running = {}

---@param command acp.RunningCommand
local function release(command)
  command.client.handlers[METHOD] = command.usual
  if command.resume then
    command.resume(false)
  end
end

---@param command acp.RunningCommand
---@param answer? table
local function report(command, answer)
  table.insert(command.answers, answer)
  if not command.ask or #command.answers == 0 then
    return
  end
  local next_one = table.remove(command.answers, 1)
  if not next_one.edit then
    running[command.client.id] = nil
  end
  local ask = command.ask
  command.ask = nil
  lsp.reply(ask, next_one)
end

--- Answers the server when the host has made the edit. One in Neovim's own process cannot wait: it is answered at once.
---@param command acp.RunningCommand
local function on_edit(command, params)
  local server = coroutine.running()
  if not server or not rawget(_G, 'jit') then
    report(command, { edit = params.edit })
    return { applied = true }
  end
  command.resume = function(applied)
    command.resume = nil
    coroutine.resume(server, { applied = applied })
  end
  report(command, { edit = params.edit })
  return coroutine.yield()
end

---@param command acp.RunningCommand
local function catch_edits(command)
  local client = command.client
  command.usual = client.handlers[METHOD]
  client.handlers[METHOD] = function(err, params, context, ...)
    if context.client_id == client.id then
      return on_edit(command, params)
    end
    return (command.usual or vim.lsp.handlers[METHOD])(err, params, context, ...)
  end
end

--- Answers with the first `edit` that the server wants made, or with the result as `lsp.request` does.
---@param ask integer
---@param request acp.LanguageRequest
function M.run(ask, request)
  local client = vim.lsp.get_client_by_id(request.client)
  if not client or running[request.client] then
    return lsp.reply(ask, { failed = client and 'busy' or 'ended' })
  end
  ---@type acp.RunningCommand
  local command = { client = client, ask = ask, answers = {}, withdraw = function() end }
  running[client.id] = command
  catch_edits(command)
  command.withdraw = lsp.send(request, function(answer)
    release(command)
    report(command, answer)
  end)
end

--- Lets the server go on after an edit. Answers with what comes next.
---@param ask integer
---@param client integer
---@param applied boolean
function M.go_on(ask, client, applied)
  local command = running[client]
  if not command then
    return lsp.reply(ask, { failed = 'ended' })
  end
  command.ask = ask
  if command.resume then
    command.resume(applied)
  end
  report(command)
end

--- Nobody waits for it any more.
---@param client integer
function M.stop(client)
  local command = running[client]
  if command then
    running[client] = nil
    command.withdraw()
    release(command)
  end
end

host.on_exit(function()
  for _, client in ipairs(vim.tbl_keys(running)) do
    M.stop(client)
  end
end)

return M

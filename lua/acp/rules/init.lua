--- Rules for permissions, as far as they are not the host's: a project's trusted file, and the user's own function.
local notify = require('acp.ui.notify')

local M = {}

--- In the root of a project: `{ "permissions": { "rules": [ … ] } }`.
M.FILE = '.acp.json'

---@type table<string, string> what the host was sent, by folder
local sent = {}

--- The text of the file, when the user trusts it: Neovim asks about one that it does not know.
---@param path string
---@return string?
local function read(path)
  local ok, text = pcall(vim.secure.read, path)
  return ok and type(text) == 'string' and text or nil
end

--- Sends the host the rules of a project, when its file is trusted. Neovim asks the user about a file it does not know,
--- again for each new chat when the answer was "ignore".
---@param cwd string
---@param again? boolean another host is told the same, and nobody is asked
function M.load_project(cwd, again)
  local path = vim.fs.joinpath(cwd, M.FILE)
  local exists = vim.uv.fs_stat(path) ~= nil
  if not exists and not sent[cwd] then
    return
  end
  local text = again and sent[cwd] or (exists and read(path)) or nil
  sent[cwd] = text
  require('acp.host').notify('project_rules', { cwd = cwd, text = text })
end

--- What the function of the option `permissions.decide` says.
---@param request table
---@return 'allow'|'deny'|nil
local function decision(request)
  local decide = require('acp.config').get().permissions.decide
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
---@param ask integer which question of the host's
---@param request table
function M.decide(ask, request)
  vim.schedule(function()
    require('acp.host').send('ui_answer', { ask = ask, answer = decision(request) })
  end)
end

return M

--- Rules for permissions, as far as they are not the host's: a project's trusted file, and the user's own function.
local notify = require('acp.notify')

local M = {}

--- In the root of a project: `{ "permissions": { "rules": [ … ] } }`.
M.FILE = '.acp.json'
local FILE = M.FILE

---@type table<string, acp.Rule[]> what the host was told, by folder
local told = {}

---@param path string
---@return acp.Rule[]
local function read(path)
  -- Asks the user whether the file is to be trusted, unless that is known.
  local ok, text = pcall(vim.secure.read, path)
  if not ok or type(text) ~= 'string' then
    return {}
  end
  local decoded, content =
    pcall(vim.json.decode, text, { luanil = { object = true, array = true } })
  local permissions = decoded and type(content) == 'table' and (content.permissions or {})
  if type(permissions) ~= 'table' then
    notify.error(FILE .. ': expected { "permissions": { "rules": [ … ] } }')
    return {}
  end
  local problems = {}
  local rules = require('acp.config.validate').rules(permissions.rules or {}, problems)
  if #problems > 0 then
    notify.error(FILE .. ': ' .. table.concat(problems, '; '))
  end
  return rules
end

--- Tells the host the rules of a project, when its file is trusted. Neovim asks the user about a file it does not know,
--- again for each new chat when the answer was "ignore".
---@param cwd string
---@param again? boolean another host is told the same, and nobody is asked
function M.load_project(cwd, again)
  local path = vim.fs.joinpath(cwd, FILE)
  local exists = vim.uv.fs_stat(path) ~= nil
  if not exists and not told[cwd] then
    return
  end
  local rules = again and told[cwd] or (exists and read(path)) or {}
  told[cwd] = rules
  require('acp.host').notify('project_rules', { cwd = cwd, rules = rules })
end

--- Asks the function of the option `permissions.decide`; the host waits for it only a moment.
---@param request table
---@return 'allow'|'deny'|nil
function M.decide(request)
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

return M

--- Rules for permissions: what a project's trusted file says, the user's own function, and `:Acp rules`.
local notify = require('acp.notify')

local M = {}

--- In the root of a project: `{ "permissions": { "rules": [ … ] } }`.
local FILE = '.acp.json'

-- The built-in vim.ui.select shows its items in the command line.
local ANSWERS_SHOWN = 10

---@type table<string, boolean> folders whose rules the host was told
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
function M.load_project(cwd)
  local path = vim.fs.joinpath(cwd, FILE)
  local exists = vim.uv.fs_stat(path) ~= nil
  if not exists and not told[cwd] then
    return
  end
  told[cwd] = exists
  local rules = exists and read(path) or {}
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

---@param view integer
---@param fields table
local function put(view, fields)
  local payload = vim.tbl_extend('force', { view = view }, fields)
  require('acp.host').notify('session_rule', payload, function(err)
    if err then
      notify.error(err)
    else
      notify.show('info', fields.text and ('rule: ' .. fields.text) or 'rule removed')
    end
  end)
end

---@param view integer
---@param rule { text: string, n?: integer }
local function ask_text(view, rule)
  local options =
    { prompt = 'Rule (allow|ask|deny tool|kind|path|command|agent=…): ', default = rule.text }
  vim.ui.input(options, function(text)
    if text and vim.trim(text) ~= '' then
      put(view, { text = text, n = rule.n })
    end
  end)
end

---@param view integer
---@param rule { text: string, source: string, n?: integer }
local function edit(view, rule)
  if not rule.n then
    local where = rule.source == 'project' and FILE or 'the option permissions'
    notify.show('info', ('"%s" stands in %s'):format(rule.text, where))
    return
  end
  require('acp.pick').one({ 'change', 'remove' }, { prompt = rule.text }, function(choice)
    if choice == 'change' then
      ask_text(view, rule)
    elseif choice == 'remove' then
      put(view, { n = rule.n })
    end
  end)
end

--- The answer in full, and what would let a rule give it.
---@param view integer?
---@param answer table
local function explain(view, answer)
  local about = answer.command or answer.paths[1] or answer.title
  local why = answer.rule and (': ' .. answer.rule) or ''
  notify.show('info', ('%s by %s%s'):format(answer.outcome, answer.by, why))
  if not view then
    return
  end
  local condition = answer.command and 'command=' .. notify.one_line(answer.command)
    or answer.paths[1] and ('kind=%s path=%s'):format(answer.kind, answer.paths[1])
    or 'kind=' .. answer.kind
  local choices = { 'allow from now on …', 'deny from now on …', 'nothing' }
  require('acp.pick').one(choices, { prompt = notify.one_line(about) }, function(choice)
    local effect = choice and choice:match('^(%l+) from')
    if effect then
      ask_text(view, { text = effect .. ' ' .. condition })
    end
  end)
end

---@param answer table
---@return string
local function answer_line(answer)
  local about = answer.command or answer.paths[1] or answer.title
  local why = answer.rule and (' — ' .. answer.rule) or ''
  local time = answer.time:match('T(%d+:%d+:%d+)') or ''
  return notify.one_line(('%s %s by %s: %s%s'):format(time, answer.outcome, answer.by, about, why))
end

--- `:Acp rules`
function M.menu()
  local views = require('acp.chat.views')
  local view = views.current_id()
  local known = require('acp.host').request('rules', { view = view })
  if not known then
    notify.show('info', views.NONE)
    return
  end
  local items = {}
  if view then
    table.insert(items, {
      text = 'add a rule for this session …',
      run = function()
        ask_text(view, { text = '' })
      end,
    })
  end
  for _, rule in ipairs(known.rules) do
    table.insert(items, {
      text = ('%s (%s)'):format(rule.text, (rule.source:gsub('_', ' '))),
      run = function()
        edit(view or 0, rule)
      end,
    })
  end
  for index, answer in ipairs(known.answers) do
    if index > ANSWERS_SHOWN then
      break
    end
    table.insert(items, {
      text = answer_line(answer),
      run = function()
        explain(view, answer)
      end,
    })
  end
  require('acp.pick').one(items, {
    prompt = 'Rules and last answers (all of them: acp-audit.jsonl in '
      .. vim.fn.stdpath('log')
      .. ')',
    kind = 'acp_rules',
    format_item = function(item)
      return notify.truncate(item.text, math.max(vim.o.columns - 8, 20))
    end,
  }, function(item)
    if item then
      item.run()
    end
  end)
end

return M

--- What the window of `:Acp rules` shows.
local notify = require('acp.notify')

local M = {}

local ANSWERS_SHOWN = 30
local UNTIL = 'until Neovim ends'

---@class acp.ListedRule see ListedRule in src/host/rule-book.ts
---@field text string
---@field source 'session'|'project'|'options'|'allow_reads'
---@field n? integer
---@field off? boolean
---@field instead? string

---@alias acp.RuleItem { rule?: acp.ListedRule, answer?: table }

---@param answer table
---@return string
local function answer_line(answer)
  local about = answer.command or answer.paths[1] or answer.title
  local time = answer.time:match('T(%d+:%d+:%d+)') or ''
  return notify.one_line(('%s %s by %s: %s'):format(time, answer.outcome, answer.by, about))
end

--- Lines with their highlight groups, and what each of them is about.
---@param known { rules: acp.ListedRule[], answers: table[] }
---@param with_chat boolean there is a session, and its project
---@return [string, string?][] lines
---@return table<integer, acp.RuleItem> items by line
function M.draw(known, with_chat)
  local lines = {}
  local items = {}
  local function put(text, highlight, item)
    table.insert(lines, { text, highlight })
    items[#lines] = item
  end
  local function section(title, sources, empty)
    put(title, 'AcpPermissionTitle')
    local count = 0
    for _, rule in ipairs(known.rules) do
      if vim.tbl_contains(sources, rule.source) then
        count = count + 1
        local state = rule.instead and ('  (%s: %s)'):format(UNTIL, rule.instead)
          or rule.off and ('  (off %s)'):format(UNTIL)
          or ''
        put('  ' .. rule.text .. state, rule.off and 'AcpMuted' or nil, { rule = rule })
      end
    end
    if count == 0 then
      put('  ' .. empty, 'AcpMuted')
    end
    put('')
  end
  if with_chat then
    section('Session', { 'session' }, 'none')
    section(('Project (%s)'):format(require('acp.rules').FILE), { 'project' }, 'none that count')
  end
  section('Your configuration', { 'options', 'allow_reads' }, 'none')
  put('Last answers', 'AcpPermissionTitle')
  for index = 1, math.min(#known.answers, ANSWERS_SHOWN) do
    local answer = known.answers[index]
    put('  ' .. answer_line(answer), nil, { answer = answer })
    if answer.rule then
      put('    ' .. notify.one_line(answer.rule), 'AcpMuted', { answer = answer })
    end
  end
  if #known.answers == 0 then
    put('  none yet', 'AcpMuted')
  end
  return lines, items
end

return M

--- Offers rules of the user's own: shown before they are made, for the session or for the project.
local host = require('acp.host')
local notify = require('acp.notify')

local M = {}

local PROMPT = 'Rule (allow|ask|deny tool|kind|path|command|agent=…): '

---@class acp.RuleOffer
---@field view integer the chat whose session it is about
---@field cwd string the session's folder
---@field rules string[]
---@field done? fun() something was made

--- Asks for the text of a rule.
---@param default string
---@param put fun(text: string)
function M.ask(default, put)
  vim.ui.input({ prompt = PROMPT, default = default }, function(text)
    -- The built-in one leaves what was typed on the command line.
    vim.api.nvim_echo({ { '' } }, false, {})
    if text and vim.trim(text) ~= '' then
      put(vim.trim(text))
    end
  end)
end

--- Adds rules to the session, one after the other.
---@param view integer
---@param texts string[]
---@param done fun()
function M.for_session(view, texts, done)
  local function put(index)
    if not texts[index] then
      notify.show('info', 'for this session: ' .. table.concat(texts, ', '))
      done()
      return
    end
    host.notify('session_rule', { view = view, text = texts[index] }, function(problem)
      if problem then
        notify.error(problem)
        done()
      else
        put(index + 1)
      end
    end)
  end
  put(1)
end

--- Adds rules to the project's file.
---@param cwd string
---@param texts string[]
---@param done fun()
function M.for_project(cwd, texts, done)
  local changes = vim.tbl_map(function(text)
    return { text = text }
  end, texts)
  require('acp.rules.project_file').change(cwd, changes, done)
end

--- Lets the user change the rules one by one, then offers them again.
---@param offer acp.RuleOffer
local function change(offer)
  local changed = {}
  local function ask(index)
    if not offer.rules[index] then
      M.offer(vim.tbl_extend('force', offer, { rules = changed }))
      return
    end
    M.ask(offer.rules[index], function(text)
      table.insert(changed, text)
      -- The command line of one question must be gone before the next.
      vim.schedule(function()
        ask(index + 1)
      end)
    end)
  end
  ask(1)
end

--- Shows the rules, and makes them where the user says.
---@param offer acp.RuleOffer
function M.offer(offer)
  local done = offer.done or function() end
  local choices = {
    {
      'for this session',
      function()
        M.for_session(offer.view, offer.rules, done)
      end,
    },
    {
      'for this project (' .. require('acp.rules').FILE .. ')',
      function()
        M.for_project(offer.cwd, offer.rules, done)
      end,
    },
    {
      'change it first …',
      function()
        change(offer)
      end,
    },
  }
  require('acp.pick').one(choices, {
    prompt = table.concat(offer.rules, '\n') .. '\n',
    kind = 'acp_rule',
    format_item = function(choice)
      return choice[1]
    end,
  }, function(choice)
    if choice then
      vim.cmd.redraw()
      choice[2]()
    end
  end)
end

--- From an open permission: the narrowest rules that allow it.
---@param card acp.PermissionCard
function M.from_permission(card)
  local found = host.request('suggest_rules', { id = card.id })
  if not found then
    return
  end
  if #found.rules == 0 then
    notify.show('info', 'no rule of yours can allow this: ' .. (found.why or ''))
    return
  end
  M.offer({ view = card.view, cwd = found.cwd, rules = found.rules })
end

return M

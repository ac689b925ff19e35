--- Signing in to an agent: the choice of the way, and the terminal in which the agent's own sign-in runs.
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@class acp.LoginMethod see LoginMethod in src/client/login-method.ts
---@field id string
---@field name string
---@field kind 'agent'|'terminal'|'env_var'
---@field description? string

---@type table<integer, acp.Terminal>
local terminals = {}

--- The user is in the chat and does not type: then a question may come up by itself.
local function may_ask()
  local windows = require('acp.chat.windows').get()
  local win = vim.api.nvim_get_current_win()
  return windows ~= nil
    and (win == windows.chat or win == windows.prompt)
    and vim.api.nvim_get_mode().mode == 'n'
end

local HOW = { agent = '', terminal = ' (in a terminal)', env_var = ' (an environment variable)' }

---@param method acp.LoginMethod
local function label(method)
  local text = method.name .. HOW[method.kind]
  if method.description and method.description ~= method.name then
    text = text .. ' · ' .. method.description
  end
  return notify.one_line(text)
end

local function choose(view, title, methods)
  require('acp.ui.select').one(methods, {
    prompt = ('Sign in to %s:'):format(title),
    kind = 'acp_login',
    format_item = label,
  }, function(method)
    if method then
      host.notify('login', { view = view, method = method.id })
    end
    -- The list that Neovim itself shows would stay on the screen until something else happens.
    vim.cmd.redraw()
  end)
end

--- Offers the ways to sign in.
---@param view integer
---@param title string of the agent
---@param methods acp.LoginMethod[]
---@param asked boolean the user wants to choose now
function M.offer(view, title, methods, asked)
  if #methods > 0 and (asked or may_ask()) then
    -- Not inside the host's request: a picker may wait for a key.
    vim.schedule(function()
      choose(view, title, methods)
    end)
  else
    notify.show('warn', title .. ' wants you to sign in: :Acp login')
  end
end

--- Closes a login terminal; its program ends with it.
---@param id integer
function M.close(id)
  local terminal = terminals[id]
  if terminal then
    vim.fn.jobstop(terminal.job)
  end
end

--- Runs a program in a terminal float, which takes the focus: the user has just asked for it.
---@param id integer told to the host with the exit code
---@param spec { title: string, command: string[], env: table<string, string>, cwd: string }
---@return string? problem
function M.terminal(id, spec)
  local terminal, problem = require('acp.ui.terminal').open(spec, function(code)
    terminals[id] = nil
    host.send('login_ended', { id = id, code = code })
  end)
  terminals[id] = terminal
  return problem
end

return M

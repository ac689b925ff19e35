--- `:checkhealth acp`
local agents = require('acp.host.agents')
local config = require('acp.config')
local host = require('acp.host')

local M = {}

local function check_node()
  local node = host.node()
  if vim.fn.executable(node) == 0 then
    vim.health.error(
      ('"%s" was not found'):format(node),
      { 'Install Node 20 or newer', 'or set the option `node`' }
    )
    return
  end
  local version = vim.trim(vim.fn.system({ node, '--version' }))
  local major = tonumber(version:match('^v(%d+)'))
  if major and major >= 20 then
    vim.health.ok(('Node %s (%s)'):format(version, vim.fn.exepath(node)))
  else
    vim.health.error(
      ('Node %s is too old'):format(version),
      { 'Install Node 20 or newer, or set the option `node`' }
    )
  end
end

local function check_host()
  if vim.uv.fs_stat(host.root() .. '/dist/host.js') then
    vim.health.ok('built: ' .. host.root() .. '/dist/host.js')
  else
    vim.health.error('not built', { 'Run `npm ci --omit=dev && npm run build` in ' .. host.root() })
  end
  local facts = host.request('health')
  if facts then
    vim.health.ok('the host runs: ' .. facts)
  else
    vim.health.info('the host does not run (it starts with the first use)')
  end
  for _, line in ipairs(host.stderr()) do
    vim.health.warn('the host wrote to stderr: ' .. line)
  end
  vim.health.info('log: ' .. host.log_file())
end

--- One line of a report must not be endless.
local function listed(words)
  local lines = { '' }
  for index, word in ipairs(words) do
    local text = word .. (index < #words and ',' or '')
    local longer = lines[#lines] == '' and text or (lines[#lines] .. ' ' .. text)
    if #longer > 70 then
      table.insert(lines, text)
    else
      lines[#lines] = longer
    end
  end
  return table.concat(lines, '\n')
end

--- The program of an agent, which is there.
local function report_installed(name, command)
  vim.health.ok(('%s: %s'):format(name, vim.fn.exepath(command)))
end

--- The known agents: those that are installed, those that a runner would fetch, the others.
---@return string? first one that is installed
local function check_known()
  local first, fetched, missing = nil, {}, {}
  for _, agent in ipairs(agents.known) do
    local own = config.get().agents[agent.name]
    local command = own and own.command or agent.command
    -- A command of the user's own is not fetched.
    local runner = not own and agent.runner
    if vim.fn.executable(command) == 1 then
      report_installed(agent.name, command)
      first = first or agent.name
    elseif runner and vim.fn.executable(runner) == 1 then
      fetched[runner] = fetched[runner] or {}
      table.insert(fetched[runner], agent.name)
    else
      table.insert(missing, agent.name)
    end
  end
  for runner, names in vim.spairs(fetched) do
    local what = 'not installed, fetched by %s when they are first started:\n%s'
    vim.health.info(what:format(runner, listed(names)))
  end
  if #missing > 0 then
    vim.health.info('not installed, `:Acp install {name}` says how:\n' .. listed(missing))
  end
  return first
end

local function check_own()
  for name, agent in vim.spairs(config.get().agents) do
    if not agents.find(name) then
      if vim.fn.executable(agent.command) == 1 then
        report_installed(name, agent.command)
      else
        vim.health.error(('%s: "%s" was not found'):format(name, agent.command))
      end
    end
  end
end

local function check_agents()
  local installed = check_known()
  check_own()
  local default = config.get().agent or installed
  vim.health.info(
    default and (':AcpChat starts %s'):format(default)
      or ':AcpChat starts the built-in demo agent: none of the known ones is installed'
  )
end

local function check_editor()
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.10') == 1 then
    vim.health.ok('Neovim ' .. version)
  else
    vim.health.error('Neovim ' .. version .. ' is too old', { 'Use Neovim 0.10 or newer' })
  end
  local ok, added = pcall(vim.treesitter.language.add, 'markdown')
  if ok and (added or vim.fn.has('nvim-0.11') == 0) then
    vim.health.ok('the Markdown parser is there')
  else
    vim.health.info('no Markdown parser: the chat is highlighted by patterns')
  end
end

function M.check()
  vim.health.start('Editor')
  check_editor()
  vim.health.start('Host')
  check_node()
  check_host()
  vim.health.start('Agents')
  check_agents()
end

return M

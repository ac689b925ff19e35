--- `:checkhealth acp`
local config = require('acp.config')
local host = require('acp.host')
local presets = require('acp.presets')

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
    vim.health.ok(
      ('the host runs: process %d, %d %s, %d MB'):format(
        facts.pid,
        facts.chats,
        facts.chats == 1 and 'chat' or 'chats',
        facts.memory / 1e6
      )
    )
  else
    vim.health.info('the host does not run (it starts with the first use)')
  end
  for _, line in ipairs(host.stderr()) do
    vim.health.warn('the host wrote to stderr: ' .. line)
  end
  vim.health.info('log: ' .. vim.fs.joinpath(vim.fn.stdpath('log'), 'acp-host.log'))
end

local function check_agents()
  local found = 0
  for _, preset in ipairs(presets.all()) do
    local name, command = preset.name, preset.command
    local own = config.get().agents[name]
    command = own and own.command or command
    if vim.fn.executable(command) == 1 then
      found = found + 1
      vim.health.ok(('%s: %s'):format(name, vim.fn.exepath(command)))
    else
      vim.health.info(('%s: "%s" is not installed'):format(name, command))
    end
  end
  for name, agent in vim.spairs(config.get().agents) do
    if not presets.find(name) then
      if vim.fn.executable(agent.command) == 1 then
        found = found + 1
        vim.health.ok(('%s: %s'):format(name, vim.fn.exepath(agent.command)))
      else
        vim.health.error(('%s: "%s" was not found'):format(name, agent.command))
      end
    end
  end
  if found == 0 then
    vim.health.info('no agent is installed: the built-in demo agent is used')
  end
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

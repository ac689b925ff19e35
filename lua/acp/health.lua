--- `:checkhealth acp`
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

--- Which agents there are, and which is started, is found out by the code that starts them.
local function check_agents()
  local opts = config.for_host()
  local input = vim.json.encode({ agent = opts.agent, agents = opts.agents })
  local ran, output = pcall(vim.fn.system, { host.node(), host.root() .. '/dist/health.js' }, input)
  local ok, lines = pcall(vim.json.decode, ran and output or '')
  if not ok then
    vim.health.warn('not known without Node and the built plugin')
    return
  end
  for _, line in ipairs(lines) do
    vim.health[line[1]](line[2])
  end
end

--- Started by itself the bridge says that it is for agents: then agents can start it, too.
local function check_tools()
  local bridge = host.root() .. '/bin/acp-mcp.js'
  local ran, output = pcall(vim.fn.system, { host.node(), bridge })
  if not ran then
    vim.health.warn('not known without Node')
  elseif output:find('this is started by agents', 1, true) then
    vim.health.ok('agents can start the bridge: ' .. bridge)
  else
    vim.health.error(('the bridge cannot be started: %s: %s'):format(bridge, vim.trim(output)))
  end
  for _, line in ipairs(host.request('editor_tools') or {}) do
    vim.health.info(line)
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
  vim.health.start('Editor tools')
  check_tools()
end

return M

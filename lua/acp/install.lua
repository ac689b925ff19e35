--- `:Acp install`: shows the command that installs an agent and runs it after a yes; agents that no one command
--- installs have a page that says how.
local notify = require('acp.ui.notify')
local presets = require('acp.host.presets')

local M = {}

--- Agents that can be installed.
---@return string[]
function M.names()
  local names = {}
  for _, preset in ipairs(presets.all()) do
    table.insert(names, preset.name)
  end
  return vim.fn.sort(names)
end

---@param preset acp.Preset
local function run(preset)
  local command = vim.split(preset.install, ' ', { plain = true, trimempty = true })
  local _, problem = require('acp.ui.terminal').open({
    title = preset.install,
    command = command,
  }, function(code)
    if code == 0 then
      notify.show('info', ('%s is installed: :AcpChat %s'):format(preset.title, preset.name))
    else
      notify.show('error', ('installing %s failed (exit code %d)'):format(preset.title, code))
    end
  end)
  if problem then
    notify.show('error', problem)
  end
end

---@param preset acp.Preset
local function open_page(preset)
  require('acp.ui.open').url(preset.page)
end

---@param name? string
function M.ask(name)
  local preset = name and presets.find(name)
  if not preset then
    notify.wrong(name, M.names())
    return
  end
  local yes = preset.install and 'Run it' or 'Open the page'
  local how = preset.install and 'is installed by `%s`:' or 'is installed as its page says, %s:'
  require('acp.ui.select').one({ yes, 'Not now' }, {
    prompt = ('%s ' .. how):format(preset.title, preset.install or preset.page),
  }, function(choice)
    vim.cmd.redraw()
    if choice == yes then
      local act = preset.install and run or open_page
      act(preset)
    end
  end)
end

return M

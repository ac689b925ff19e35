--- `:Acp install`: shows the command that installs an agent and runs it after a yes.
local notify = require('acp.notify')
local presets = require('acp.presets')

local M = {}

--- Agents with a command that installs them.
---@return string[]
function M.names()
  local names = {}
  for _, preset in ipairs(presets.all()) do
    if preset.install then
      table.insert(names, preset.name)
    end
  end
  return vim.fn.sort(names)
end

---@param preset acp.Preset
local function run(preset)
  local command = vim.split(preset.install, ' ', { plain = true, trimempty = true })
  local _, problem = require('acp.terminal').open({
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

---@param name? string
function M.ask(name)
  local preset = name and presets.find(name)
  if not preset or not preset.install then
    local got = name and (', got "%s"'):format(name) or ''
    notify.show('error', ('expected one of %s%s'):format(table.concat(M.names(), ', '), got))
    return
  end
  vim.ui.select({ 'Run it', 'Not now' }, {
    prompt = ('%s is installed by `%s`:'):format(preset.title, preset.install),
  }, function(choice)
    vim.cmd.redraw()
    if choice == 'Run it' then
      run(preset)
    end
  end)
end

return M

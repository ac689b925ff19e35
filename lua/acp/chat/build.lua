--- The offer to build the plugin where it was installed without its build step.
local frame = require('acp.chat.frame')
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

local COMMAND = 'npm ci --omit=dev --no-audit --no-fund && npm run build'

---@param view acp.View
---@param phase 'installing'|'failed'
local function report(view, phase, detail)
  view.status = { agent = 'acp-host.nvim', phase = phase, detail = detail }
  frame.refresh()
end

--- What npm says goes to the frame.
---@param done fun(ok: boolean)
local function run(view, done)
  local function on_output(_, data)
    for _, line in ipairs(data) do
      line = line:gsub('%c', '')
      if line ~= '' then
        report(view, 'installing', 'building: ' .. line:sub(1, 60))
      end
    end
  end
  local shell = vim.fn.has('win32') == 1 and { 'cmd.exe', '/c' } or { 'sh', '-c' }
  local job = vim.fn.jobstart(vim.list_extend(shell, { COMMAND }), {
    cwd = host.root(),
    on_stdout = on_output,
    on_stderr = on_output,
    on_exit = function(_, code)
      done(code == 0)
    end,
  })
  if job <= 0 then
    done(false)
  end
end

---@param built fun()
local function build(view, built)
  report(view, 'installing', 'building: npm ci')
  run(view, function(ok)
    view.status = nil
    if ok then
      built()
      frame.refresh()
    else
      report(view, 'failed', 'the build failed')
      notify.show(
        'error',
        'the build failed; run `npm ci --omit=dev && npm run build` in ' .. host.root()
      )
    end
  end)
end

--- Asks once the chat is on screen.
---@param view acp.View
---@param built fun() called when the host can be started
function M.offer(view, built)
  report(view, 'failed', 'not built yet')
  vim.schedule(function()
    require('acp.ui.select').one({ 'Build now', 'Not now' }, {
      prompt = 'acp-host.nvim is not built. `npm ci --omit=dev && npm run build` takes a minute:',
    }, function(choice)
      if choice == 'Build now' then
        build(view, built)
      end
    end)
  end)
end

return M

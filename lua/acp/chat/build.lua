--- The offer to build the plugin when it was installed without its build step.
local frame = require('acp.chat.frame')
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@param phase 'installing'|'failed'
local function report(view, phase, detail)
  view.status = { agent = 'acp-host.nvim', phase = phase, detail = detail }
  frame.refresh()
end

local function build(view, built)
  local function line(text)
    report(view, 'installing', 'building: ' .. text:sub(1, 60))
  end
  line('npm ci')
  require('acp.host.build').run(host.root(), line, function(ok)
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

--- Asks once the chat is on screen. What npm says goes to the frame.
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

--- Building the plugin where it was installed without its build step.
local M = {}

--- Progress goes to `on_line`.
---@param root string folder of the plugin
---@param on_line fun(line: string)
---@param done fun(ok: boolean)
function M.run(root, on_line, done)
  local shell = 'npm ci --omit=dev --no-audit --no-fund && npm run build'
  local command = vim.fn.has('win32') == 1 and { 'cmd.exe', '/c', shell } or { 'sh', '-c', shell }
  local function report(_, data)
    for _, line in ipairs(data) do
      line = line:gsub('%c', '')
      if line ~= '' then
        on_line(line)
      end
    end
  end
  local job = vim.fn.jobstart(command, {
    cwd = root,
    on_stdout = report,
    on_stderr = report,
    on_exit = function(_, code)
      done(code == 0)
    end,
  })
  if job <= 0 then
    on_line('npm could not be started')
    done(false)
  end
end

return M

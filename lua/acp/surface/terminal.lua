--- Programs that the host runs in a terminal float, which takes the focus: the user has just asked for it.
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@type table<integer, integer> jobs
local jobs = {}

local function run_in_terminal(program, on_exit)
  if vim.fn.executable(program.executable) == 0 then
    return 0
  end
  local opts = {
    cwd = program.cwd,
    env = program.env and next(program.env) and program.env or nil,
    on_exit = on_exit,
  }
  if vim.fn.has('nvim-0.11') == 1 then
    opts.term = true
    return vim.fn.jobstart(program.command, opts)
  end
  return vim.fn.termopen(program.command, opts)
end

local function geometry(title)
  local width = math.max(20, math.floor(vim.o.columns * 0.8))
  local height = math.max(5, math.floor(vim.o.lines * 0.7))
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    border = 'rounded',
    title = ' ' .. notify.truncate(notify.one_line(title), width - 4) .. ' ',
    zindex = 60,
  }
end

--- Runs a program. The window of one that failed stays, so that what it says can be read.
---@param id integer goes to the host with the exit code
---@param program acp.TerminalJob
---@return string? problem
function M.run(id, program)
  local buf = vim.api.nvim_create_buf(false, true)
  local win = vim.api.nvim_open_win(buf, true, geometry(program.title))
  local function on_exit(_, code)
    if code == 0 and vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_close(win, true)
    end
    -- After the way back from Terminal mode, which would take a message off the screen.
    vim.defer_fn(function()
      jobs[id] = nil
      host.send('terminal_ended', { id = id, code = code })
    end, 20)
  end
  local ok, job = pcall(run_in_terminal, program, vim.schedule_wrap(on_exit))
  if not ok or job <= 0 then
    vim.api.nvim_win_close(win, true)
    return ('"%s" cannot be started'):format(program.executable)
  end
  vim.bo[buf].bufhidden = 'wipe'
  jobs[id] = job
  require('acp.ui.insert').start()
end

--- Ends a program.
---@param id integer
function M.stop(id)
  if jobs[id] then
    vim.fn.jobstop(jobs[id])
  end
end

return M

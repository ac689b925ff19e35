--- Programs that the host runs in a terminal float, which takes the focus: the user has just asked for it.
local host = require('acp.host')

local M = {}

---@type table<integer, acp.Terminal>
local terminals = {}

---@param id integer goes to the host with the exit code
---@param program acp.TerminalProgram
---@return string? problem
function M.run(id, program)
  local terminal, problem = require('acp.ui.terminal').open(program, function(code)
    terminals[id] = nil
    host.send('terminal_ended', { id = id, code = code })
  end)
  terminals[id] = terminal
  return problem
end

--- Ends a program.
---@param id integer
function M.stop(id)
  local terminal = terminals[id]
  if terminal then
    vim.fn.jobstop(terminal.job)
  end
end

return M

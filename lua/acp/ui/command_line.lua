--- What was there when the user began to type the command that runs now.
local M = {}

local group = vim.api.nvim_create_augroup('acp.command_line', {})
---@type table<integer, table> by the level of the command line
local noted = {}
---@type table? of the command that runs now
local running

--- Command lines are watched only as long as somebody wants to know.
---@param look fun(): table what is there now
function M.watch(look)
  local function on(event, pattern, callback)
    vim.api.nvim_create_autocmd(event, { group = group, pattern = pattern, callback = callback })
  end
  on('CmdlineEnter', ':', function()
    noted[vim.v.event.cmdlevel] = look()
  end)
  on('CmdlineLeave', ':', function()
    local level = vim.v.event.cmdlevel
    -- One that was begun before there was anything to look at has seen nothing.
    local seen = not vim.v.event.abort and (noted[level] or {}) or nil
    noted[level], running = nil, seen
    -- Once the editor gets to something else, the command is over; not all modes fire SafeState.
    vim.schedule(function()
      if running == seen then
        running = nil
      end
    end)
  end)
end

function M.unwatch()
  vim.api.nvim_clear_autocmds({ group = group })
  noted, running = {}, nil
end

---@return table? # nil: what runs now was not typed as a command
function M.seen()
  return running
end

return M

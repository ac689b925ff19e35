--- Requests that wait for the host. Neovim wants their answers in the reverse order of asking, and closes the channel
--- at any other: code of the user's, which may ask as well, is not run while one waits.
local M = {}

local waiting = 0
---@type (fun())[] what is to be run once nothing waits
local put_off = {}

local function run_all()
  while waiting == 0 and #put_off > 0 do
    table.remove(put_off, 1)()
  end
end

--- Runs code of the user's: now, or in its turn once no request waits.
---@param work fun()
function M.when_free(work)
  if waiting == 0 and #put_off == 0 then
    work()
  else
    table.insert(put_off, work)
  end
end

--- Asks, and waits.
---@param ask fun(): boolean, any
---@return boolean ok
---@return any answer
function M.wait(ask)
  waiting = waiting + 1
  local ok, answer = ask()
  waiting = waiting - 1
  if waiting == 0 and #put_off > 0 then
    vim.schedule(run_all)
  end
  return ok, answer
end

return M

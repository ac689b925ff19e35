--- Requests that wait for the host. Neovim wants their answers in the reverse order of asking, and closes the channel
--- at any other: code of the user's, which may ask as well, is not run while one waits.
local M = {}

local waiting = 0
---@type (fun())[] what runs once nothing waits
local put_off = {}

--- Nanoseconds of the user's code after which the editor draws first what came meanwhile.
local REST_AFTER = 20e6
local spent = 0
local is_resting = false

---@type fun(work: fun())
local run

local function run_all()
  while waiting == 0 and not is_resting and #put_off > 0 do
    run(table.remove(put_off, 1))
  end
end

function run(work)
  local began = vim.uv.hrtime()
  work()
  spent = spent + vim.uv.hrtime() - began
  if spent < REST_AFTER then
    return
  end
  spent = 0
  is_resting = true
  vim.schedule(function()
    is_resting = false
    run_all()
  end)
end

--- Runs code of the user's: now, or in its turn once no request waits and the editor has drawn.
---@param work fun()
function M.when_free(work)
  if waiting == 0 and not is_resting and #put_off == 0 then
    run(work)
  else
    table.insert(put_off, work)
  end
end

--- Whether a request waits.
---@return boolean
function M.is_waiting()
  return waiting > 0
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

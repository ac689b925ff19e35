--- What runs as if it was the next key of the user: right after the command that they are in the middle of, and before
--- what they have typed meanwhile.
local M = {}

---@type (fun())[]
local waiting = {}

---@param run fun()
---@param keys? string that come before it
function M.run(run, keys)
  table.insert(waiting, run)
  local call = "<Cmd>lua require('acp.ui.next_key')._run()<CR>"
  vim.api.nvim_feedkeys(vim.keycode((keys or '') .. call), 'ni', false)
end

function M._run()
  table.remove(waiting)()
end

return M

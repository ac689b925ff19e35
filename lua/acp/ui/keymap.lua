--- Keys of buffers of ours.
local M = {}

--- Maps a key in a buffer; it does not wait for a longer one that begins like it. `vim.keymap.set` takes several times
--- as long, and a chat has eighty keys.
---@param bufnr integer
---@param modes string[]
---@param lhs string
---@param run fun()|string what it does, or the keys that it stands for
---@param desc string
---@param expr? boolean what `run` returns is typed
function M.set(bufnr, modes, lhs, run, desc, expr)
  local is_function = type(run) == 'function'
  local opts = {
    callback = is_function and run or nil,
    desc = 'acp: ' .. desc,
    expr = expr,
    noremap = true,
    nowait = true,
    replace_keycodes = expr,
    silent = true,
  }
  for _, mode in ipairs(modes) do
    vim.api.nvim_buf_set_keymap(bufnr, mode, lhs, is_function and '' or run, opts)
  end
end

return M

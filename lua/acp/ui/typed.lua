--- Whether what runs now was started by a key of the user's: a map, a command line, a click.
local M = {}

local namespace = vim.api.nvim_create_namespace('acp.typed')
local group = vim.api.nvim_create_augroup('acp.typed', {})
local by_key = false

function M.forget()
  by_key = false
end

--- Keys are watched only as long as somebody wants to know.
function M.watch()
  vim.on_key(function(_, typed)
    by_key = by_key or (typed ~= nil and typed ~= '')
  end, namespace)
  -- Once the editor waits again, what the key has started is over.
  vim.api.nvim_create_autocmd('SafeState', { group = group, callback = M.forget })
end

function M.unwatch()
  vim.on_key(nil, namespace)
  vim.api.nvim_clear_autocmds({ group = group })
  M.forget()
end

---@return boolean
function M.by_key()
  return by_key
end

return M

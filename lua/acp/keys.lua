--- Keys of the plugin's own windows, with what the user changed about them.
local config = require('acp.config')
local keymap = require('acp.ui.keymap')

local M = {}

---@type acp.KeyEntry[]
M.list = require('acp.default_keys')

--- What a key is mapped to now; empty when the user removed it.
---@param key acp.KeyEntry
---@return string[]
function M.lhs(key)
  local own = config.get().keys[key.name]
  if own == false then
    return {}
  end
  return type(own) == 'table' and own or { own or key.lhs }
end

---@param name string
---@return string?
function M.of(name)
  for _, key in ipairs(M.list) do
    if key.name == name then
      return M.lhs(key)[1]
    end
  end
end

--- The key that the user has mapped to a `<Plug>` of ours.
---@param plug string
---@return string|vim.NIL
function M.mapped_to(plug)
  for _, map in ipairs(vim.api.nvim_get_keymap('n')) do
    if map.rhs == plug then
      -- As one types it; spaces and the leader have names.
      return (vim.fn.keytrans(vim.api.nvim_replace_termcodes(map.lhs, true, true, true)))
    end
  end
  return vim.NIL
end

--- Maps the keys of one kind of window in a buffer.
---@param bufnr integer
---@param where string
---@param actions table<string, fun()> by name
function M.map(bufnr, where, actions)
  for _, key in ipairs(M.list) do
    for _, lhs in ipairs(key.where == where and not key.motion and M.lhs(key) or {}) do
      keymap.set(bufnr, key.modes, lhs, assert(actions[key.name], key.name), key.desc)
    end
  end
end

return M

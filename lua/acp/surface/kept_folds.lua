--- Which folds of a buffer were open in the window that showed it last: the next one opens them again.
local M = {}

--- Only when there are folds to speak of: a chat that is opened has none.
local function folds()
  return require('acp.surface.folds')
end

---@type table<integer, table<string, boolean>> by buffer
local kept = {}

--- Before a window shows its buffer no more.
---@param win integer
function M.keep(win)
  kept[vim.api.nvim_win_get_buf(win)] = folds().opened(win)
end

--- In a window that has just begun to show its buffer.
---@param win integer
function M.restore(win)
  folds().restore(win, kept[vim.api.nvim_win_get_buf(win)])
end

--- Whether a fold is closed where the buffer is shown, else whether it will be; nil: as it is at first.
---@param bufnr integer
---@param key string
---@return boolean?
function M.is_closed(bufnr, key)
  local is_open = (kept[bufnr] or {})[key]
  if #vim.fn.win_findbuf(bufnr) > 0 or is_open == nil then
    return folds().is_closed(bufnr, key)
  end
  return not is_open
end

--- The folds have other keys now.
---@param bufnr integer
---@param new_key fun(key: string): string
function M.rename(bufnr, new_key)
  local renamed = {}
  for key, is_open in pairs(kept[bufnr] or {}) do
    renamed[new_key(key)] = is_open
  end
  kept[bufnr] = renamed
end

---@param bufnr integer
function M.forget(bufnr)
  kept[bufnr] = nil
end

return M

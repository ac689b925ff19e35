--- Keeps what plugins have attached to a buffer's text while Neovim reads its file anew.
local M = {}

--- What Neovim reports of a mark, but does not take back.
local TOLD_ONLY = { 'ns_id', 'invalid' }

---@param mark vim.api.keyset.get_extmark_item
---@return vim.api.keyset.set_extmark
local function options_of(mark)
  local options = vim.deepcopy(mark[4]) --[[@as table]]
  for _, name in ipairs(TOLD_ONLY) do
    options[name] = nil
  end
  if options.virt_text_pos == 'win_col' then
    options.virt_text_pos = nil
  end
  options.id = mark[1]
  return options
end

--- Runs `read`, after which the buffer has the same lines as before, and puts all extmarks back.
---@param bufnr integer
---@param read fun()
function M.keep(bufnr, read)
  local marks = vim.api.nvim_buf_get_extmarks(bufnr, -1, 0, -1, { details = true })
  read()
  for _, mark in ipairs(marks) do
    local namespace, options = mark[4].ns_id, options_of(mark)
    local ok = pcall(vim.api.nvim_buf_set_extmark, bufnr, namespace, mark[2], mark[3], options)
    if not ok then
      -- The look of a newer kind may not go both ways; its place does.
      local place = { id = mark[1] }
      pcall(vim.api.nvim_buf_set_extmark, bufnr, namespace, mark[2], mark[3], place)
    end
  end
end

return M

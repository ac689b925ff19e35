--- Runs what relies on its own autocommands, though the user or a plugin has turned all off.
local M = {}

---@class acp.Ignored
---@field name 'eventignore'|'eventignorewin'
---@field scope vim.api.keyset.option

---@return acp.Ignored[]
local function options_of(bufnr)
  local options = { { name = 'eventignore', scope = {} } }
  -- Not in Neovim 0.10.
  if vim.fn.exists('+eventignorewin') == 1 then
    for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
      table.insert(options, { name = 'eventignorewin', scope = { win = win } })
    end
  end
  return options
end

---@param bufnr integer whose events are meant
---@param event string
---@return boolean # false: some or all autocommands for it do not run
function M.is_heard(bufnr, event)
  return vim.iter(options_of(bufnr)):all(function(option)
    local value = vim.api.nvim_get_option_value(option.name, option.scope):lower()
    local names = vim.split(value, ',', { trimempty = true })
    local is_meant = vim.list_contains(names, 'all') or vim.list_contains(names, event:lower())
    return not is_meant or vim.list_contains(names, '-' .. event:lower())
  end)
end

---@param bufnr integer whose events are meant
---@param fn fun() raises nothing
function M.run(bufnr, fn)
  local before = {}
  for _, option in ipairs(options_of(bufnr)) do
    local value = vim.api.nvim_get_option_value(option.name, option.scope)
    if value ~= '' then
      table.insert(before, { option = option, value = value })
      vim.api.nvim_set_option_value(option.name, '', option.scope)
    end
  end
  fn()
  for _, kept in ipairs(before) do
    vim.api.nvim_set_option_value(kept.option.name, kept.value, kept.option.scope)
  end
end

return M

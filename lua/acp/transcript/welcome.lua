--- What an empty transcript says: why nothing could be started, and how to begin. Virtual lines, so that it is never
--- part of the text.
local keys = require('acp.keys')
local text = require('acp.ui.text')

local M = {}

local namespace = vim.api.nvim_create_namespace('acp.welcome')

---@return { [1]: string[], [2]: string }[] keys and what they do
local function hints()
  local found = {}
  for _, pair in ipairs({
    { 'send', 'send what you wrote' },
    { 'cancel', 'cancel the running turn' },
    { 'permission', 'go to a permission request' },
    { 'help', 'all keys (normal mode)' },
  }) do
    local lhs = keys.of(pair[1])
    if lhs then
      table.insert(found, { lhs, pair[2] })
    end
  end
  table.insert(found, { ':AcpChat!', 'start a new session' })
  return found
end

---@param bufnr integer
---@return boolean
function M.is_empty(bufnr)
  return vim.api.nvim_buf_line_count(bufnr) == 1
    and vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] == ''
end

---@param bufnr integer
function M.hide(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
end

---@return [string, string][][]
local function failure_lines(failure, width)
  local lines = {}
  for index, line in ipairs(text.wrap(failure, width - 6)) do
    table.insert(lines, { { (index == 1 and '  ✗ ' or '    ') .. line, 'AcpStateFailed' } })
  end
  table.insert(lines, {})
  return lines
end

--- Shows it when the transcript is empty.
---@param bufnr integer
---@param failure? string why there is nobody to talk to
---@param width? integer cells of a line, with a failure
function M.show(bufnr, failure, width)
  M.hide(bufnr)
  if not M.is_empty(bufnr) then
    return
  end
  local lines = failure and width and failure_lines(failure, width) or {}
  vim.list_extend(lines, {
    { { '  Ask a question, or tell what to change.', 'AcpPlaceholder' } },
    {},
  })
  for _, hint in ipairs(hints()) do
    table.insert(lines, {
      { ('  %-11s'):format(hint[1]), 'AcpKey' },
      { hint[2], 'AcpPlaceholder' },
    })
  end
  vim.api.nvim_buf_set_extmark(bufnr, namespace, 0, 0, { virt_lines = lines })
end

return M

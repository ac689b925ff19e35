--- How large the windows of a chat want to be.
local config = require('acp.config')

local M = {}

--- A size of the configuration in cells: a number up to 1 is a part of what there is.
---@param wanted number
---@param total integer
---@return integer
function M.share(wanted, total)
  local size = wanted <= 1 and wanted * total or wanted
  return math.floor(math.max(1, math.min(size, total)))
end

--- Lines the prompt takes in a window of this width.
---@param bufnr integer
---@param width integer
---@return integer
function M.prompt(bufnr, width)
  local opts = config.get().layout
  local height = 0
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, opts.prompt_max, false)) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / math.max(1, width)))
  end
  return math.max(opts.prompt_min, math.min(opts.prompt_max, height))
end

return M

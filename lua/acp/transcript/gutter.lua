--- The column left of a transcript: a bar beside what the user has said, also beside rows that a line is wrapped into.
--- In the text it would be copied along.
local ranges = require('acp.surface.ranges')

local M = {}

--- The cell of the row that is being drawn, of the buffer that is the current one for so long.
---@return string
function M.cell()
  local bufnr = vim.api.nvim_get_current_buf()
  local row = vim.v.lnum - 1
  local range = vim.v.virtnum >= 0 and ranges.markdown_within(bufnr, row, row)[1] or nil
  return range and range.verbatim and '%#AcpUserBar#▎' or ' '
end

return M

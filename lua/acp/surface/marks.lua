--- What is marked in a buffer that the host fills: the views' own colours, and where code fences open and close.
local M = {}

local api = vim.api
local spans = api.nvim_create_namespace('acp.spans')
--- Where the highlighter finds its way by.
M.fences = {
  open = api.nvim_create_namespace('acp.fence.open'),
  close = api.nvim_create_namespace('acp.fence.close'),
}
local ALL = { spans, M.fences.open, M.fences.close }

---@param bufnr integer
---@param row integer
---@param count integer
function M.clear(bufnr, row, count)
  for _, namespace in ipairs(ALL) do
    api.nvim_buf_clear_namespace(bufnr, namespace, row, row + count)
  end
end

--- Takes the marks of the moved line `row` back to line `to`.
---@param bufnr integer
---@param row integer
---@param to integer
function M.move(bufnr, row, to)
  for _, namespace in ipairs(ALL) do
    local at = { { row, 0 }, { row, -1 } }
    for _, mark in
      ipairs(api.nvim_buf_get_extmarks(bufnr, namespace, at[1], at[2], { details = true }))
    do
      local id, _, col, details = unpack(mark)
      api.nvim_buf_set_extmark(bufnr, namespace, to, col, {
        id = id,
        end_row = details.end_row and to,
        end_col = details.end_col,
        hl_group = details.hl_group,
        line_hl_group = details.line_hl_group,
        strict = false,
      })
    end
  end
end

--- Marks what an edit has put in.
---@param bufnr integer
---@param edit acp.PatchEdit
function M.put(bufnr, edit)
  for _, span in ipairs(edit.spans) do
    local offset, from, to, group = unpack(span)
    local whole = to == -1
    api.nvim_buf_set_extmark(bufnr, spans, edit.row + offset, whole and 0 or from, {
      end_col = not whole and to or nil,
      hl_group = not whole and group or nil,
      line_hl_group = whole and group or nil,
      strict = false,
    })
  end
  for _, fence in ipairs(edit.fences) do
    api.nvim_buf_set_extmark(bufnr, M.fences[fence[2]], edit.row + fence[1], 0, {})
  end
end

--- Puts another text, and another mark, in the place of all that is marked by one of these groups.
---@param bufnr integer
---@param groups table<string, true>
---@param text string
---@param group string
function M.rewrite(bufnr, groups, text, group)
  for _, mark in ipairs(api.nvim_buf_get_extmarks(bufnr, spans, -1, 0, { details = true })) do
    local id, row, col, details = unpack(mark)
    if details.end_col and groups[details.hl_group] then
      api.nvim_buf_set_text(bufnr, row, col, row, details.end_col, { text })
      local options = { id = id, end_col = col + #text, hl_group = group, strict = false }
      api.nvim_buf_set_extmark(bufnr, spans, row, col, options)
    end
  end
end

return M

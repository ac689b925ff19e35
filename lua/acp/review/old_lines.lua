--- The lines that an agent has replaced or deleted, as virtual lines.
local virtual_lines = require('acp.ui.virtual_lines')

local M = {}

--- A line in pieces: what is gone from inside it stands out.
---@param text string
---@param ranges { [1]: integer, [2]: integer, [3]: integer }[] in order
---@param background string
---@param word string
---@return acp.Chunk[]
local function pieces(text, ranges, background, word)
  local chunks, at = {}, 0
  for _, range in ipairs(ranges) do
    table.insert(chunks, { text:sub(at + 1, range[2]), background })
    table.insert(chunks, { text:sub(range[2] + 1, range[3]), word })
    at = range[3]
  end
  table.insert(chunks, { text:sub(at + 1), background })
  return chunks
end

---@param hunk acp.ReviewHunk
---@param stop integer 'tabstop'
---@param width integer? of windows that wrap
---@param ground? string group of the lines
---@param word? string group of what is inside of them alone
---@return acp.Chunk[][]
function M.of(hunk, stop, width, ground, word)
  ground, word = ground or 'AcpReviewDelete', word or 'AcpReviewOldWord'
  local ranges, rows = {}, {}
  for _, range in ipairs(hunk.old_words or {}) do
    ranges[range[1]] = ranges[range[1]] or {}
    table.insert(ranges[range[1]], range)
  end
  for index, text in ipairs(hunk.old) do
    local chunks = pieces(text, ranges[index - 1] or {}, ground, word)
    local expanded = virtual_lines.expand_tabs(chunks, stop)
    vim.list_extend(rows, virtual_lines.rows(expanded, width, ground))
  end
  if hunk.more then
    local chunks = { { ('… %d more lines'):format(hunk.more), ground } }
    vim.list_extend(rows, virtual_lines.rows(chunks, width, ground))
  end
  return rows
end

return M

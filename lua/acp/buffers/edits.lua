--- The smallest edits that make a buffer's lines into others.
local M = {}

--- Line-for-line hunks up to this length are edited inside the lines; longer ones would take too many calls.
local LINE_FOR_LINE = 100

local function splits_character(text, at)
  local byte = text:byte(at + 1)
  return byte ~= nil and byte >= 0x80 and byte < 0xC0
end

--- Bytes that two lines have in common at their start and, apart from that, at their end; whole characters.
---@return integer head
---@return integer tail
local function common_ends(old, new)
  local shorter = math.min(#old, #new)
  local head = 0
  while head < shorter and old:byte(head + 1) == new:byte(head + 1) do
    head = head + 1
  end
  while head > 0 and (splits_character(old, head) or splits_character(new, head)) do
    head = head - 1
  end
  local tail = 0
  while tail < shorter - head and old:byte(#old - tail) == new:byte(#new - tail) do
    tail = tail + 1
  end
  while tail > 0 and splits_character(old, #old - tail) do
    tail = tail - 1
  end
  return head, tail
end

--- Changes only the columns that differ, so that extmarks and marks in the line stay.
local function edit_line(bufnr, row, old, new)
  local head, tail = common_ends(old, new)
  local middle = { new:sub(head + 1, #new - tail) }
  vim.api.nvim_buf_set_text(bufnr, row, head, row, #old - tail, middle)
end

---@param hunk acp.Hunk
local function edit(bufnr, hunk)
  local last = hunk.row + hunk.del
  if hunk.del ~= #hunk.lines or hunk.del > LINE_FOR_LINE then
    vim.api.nvim_buf_set_lines(bufnr, hunk.row, last, true, hunk.lines)
    return
  end
  local old = vim.api.nvim_buf_get_lines(bufnr, hunk.row, last, true)
  for i = #old, 1, -1 do
    edit_line(bufnr, hunk.row + i - 1, old[i], hunk.lines[i])
  end
end

--- Makes the hunks, the last one first, so that the rows of the others stay right.
---@param bufnr integer
---@param hunks acp.Hunk[]
---@param empty boolean the buffer has no text, though it shows one line
function M.make(bufnr, hunks, empty)
  if empty and #hunks == 1 then
    vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, hunks[1].lines)
    return
  end
  for i = #hunks, 1, -1 do
    edit(bufnr, hunks[i])
  end
end

return M

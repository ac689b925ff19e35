--- Keyed ranges of a transcript: which rows are Markdown, which fold. All changes of the buffer come through
--- `edit.lua`, so rows are counted here; extmarks would leave their place when a line is replaced.
local M = {}

---@class acp.Range
---@field key string
---@field kind 'markdown'|'fold'
---@field from integer 0-based row
---@field to integer last row
---@field verbatim? boolean Markdown of which nothing is hidden

---@class acp.Ranges
---@field markdown table<string, acp.Range>
---@field fold table<string, acp.Range>

---@type table<integer, acp.Ranges>
local of_buffer = {}

---@param bufnr integer
---@return acp.Ranges
function M.of(bufnr)
  of_buffer[bufnr] = of_buffer[bufnr] or { markdown = {}, fold = {} }
  return of_buffer[bufnr]
end

--- Forgets the ranges that begin at `row` or below; without it, all.
---@param bufnr integer
---@param row? integer
function M.forget(bufnr, row)
  if not row or row == 0 then
    of_buffer[bufnr] = nil
    return
  end
  for _, ranges in pairs(M.of(bufnr)) do
    for key, range in pairs(ranges) do
      if range.from >= row then
        ranges[key] = nil
      end
    end
  end
end

--- Gives all ranges other keys.
---@param bufnr integer
---@param new_key fun(key: string): string
function M.rename(bufnr, new_key)
  local renamed = { markdown = {}, fold = {} }
  for kind, ranges in pairs(M.of(bufnr)) do
    for key, range in pairs(ranges) do
      range.key = new_key(key)
      renamed[kind][range.key] = range
    end
  end
  of_buffer[bufnr] = renamed
end

--- Moves what stands below `count` rows that took the place of `del` rows at `row`.
---@param bufnr integer
---@param row integer
---@param del integer
---@param count integer
function M.shift(bufnr, row, del, count)
  local by = count - del
  if by == 0 then
    return
  end
  for _, ranges in pairs(M.of(bufnr)) do
    for _, range in pairs(ranges) do
      if range.from >= row + del then
        range.from = range.from + by
      end
      if range.to >= row + del then
        range.to = range.to + by
      end
    end
  end
end

--- Takes over what a patch says of a range.
---@param bufnr integer
---@param new { key: string, kind: 'markdown'|'fold', from?: integer, to?: integer, verbatim?: boolean }
function M.set(bufnr, new)
  M.of(bufnr)[new.kind][new.key] = new.from and vim.deepcopy(new) or nil
end

--- Markdown ranges that share a row with `top`..`bot`.
---@param bufnr integer
---@param top integer
---@param bot integer
---@return acp.Range[]
function M.markdown_within(bufnr, top, bot)
  local found = {}
  for _, range in pairs(M.of(bufnr).markdown) do
    if range.from <= bot and range.to >= top then
      found[#found + 1] = range
    end
  end
  return found
end

return M

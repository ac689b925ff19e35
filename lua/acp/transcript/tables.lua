--- Borders of Markdown tables, drawn over the characters that stand for them. Line by line: of a long table only a part
--- may be parsed.
local M = {}

local PRIORITY = 101

--- Each border costs a mark at every redraw: a longer line fits no window.
local MAX_BYTES = 4000

---@param pieces? acp.Piece[]
local function is_code(pieces)
  for _, piece in ipairs(pieces or {}) do
    if piece.group == 'AcpCode' then
      return true
    end
  end
  return false
end

local function is_row(line)
  return #line <= MAX_BYTES and line:find('^%s*|.*|%s*$') ~= nil
end

local function is_delimiter(line)
  return line:find('^%s*|[-:| ]*%-[-:| ]*|%s*$') ~= nil
end

---@param rows acp.Rows
---@param at integer column, counted from 1
local function put(rows, row, at, shown)
  rows[row] = rows[row] or {}
  table.insert(rows[row], {
    from = at - 1,
    to = at,
    group = 'AcpMuted',
    priority = PRIORITY,
    conceal = shown,
  })
end

--- The cells' borders; `\|` is none.
local function add_row(rows, row, line)
  for at in line:gmatch('()|') do
    if line:sub(at - 1, at - 1) ~= '\\' then
      put(rows, row, at, '│')
    end
  end
end

local function add_delimiter(rows, row, line)
  local first, last = line:find('|', 1, true), #line:match('^.*|')
  for at = first, last do
    local is_border = line:sub(at, at) == '|'
    local cross = at == first and '├' or at == last and '┤' or '┼'
    put(rows, row, at, is_border and cross or '─')
  end
end

--- The parser takes only the line above the delimiter for the head of a table.
---@param delimiter integer index
local function add_head(rows, lines, delimiter)
  local index = delimiter - 2
  while index >= 1 and is_row(lines[index]) and not is_delimiter(lines[index]) do
    local row = index - 1
    rows[row] = rows[row] or {}
    table.insert(rows[row], {
      from = 0,
      to = #lines[index],
      group = '@markup.heading.markdown',
      priority = PRIORITY - 1,
    })
    index = index - 1
  end
end

---@param rows acp.Rows as the text alone gives them
---@param lines string[]
function M.add(rows, lines)
  for index, line in ipairs(lines) do
    local row = index - 1
    if is_row(line) and not is_code(rows[row]) then
      if is_delimiter(line) then
        add_delimiter(rows, row, line)
        add_head(rows, lines, index)
      else
        add_row(rows, row, line)
      end
    end
  end
end

return M

--- What a question looks like: the lines of what is asked, and below them those of the options.
local M = {}

---@class acp.PermissionOption
---@field optionId string
---@field name string
---@field kind string
---@field key string
---@field isConsent boolean something may be done then

---@class acp.PermissionSpan
---@field from integer
---@field to integer
---@field group string

---@alias acp.PermissionLine string|{ text: string, spans?: acp.PermissionSpan[], lineGroup?: string }

---@class acp.Drawn
---@field lines string[]
---@field marks [integer, integer, table][] row, column, what `nvim_buf_set_extmark` takes

---@class acp.DrawnOptions: acp.Drawn
---@field places { row: integer, from: integer, to: integer, option: acp.PermissionOption }[] bytes of a line from 1

--- Cells between options that stand on one line.
local GAP = 3

---@param lines acp.PermissionLine[]
---@return acp.Drawn
function M.body(lines)
  local drawn = { lines = {}, marks = {} }
  for index, line in ipairs(lines) do
    local styled = type(line) == 'string' and { text = line } or line
    drawn.lines[index] = styled.text:gsub('\n', ' ')
    for _, span in ipairs(styled.spans or {}) do
      table.insert(
        drawn.marks,
        { index - 1, span.from, { end_col = span.to, hl_group = span.group } }
      )
    end
    if styled.lineGroup then
      table.insert(drawn.marks, { index - 1, 0, { line_hl_group = styled.lineGroup } })
    end
  end
  return drawn
end

--- One option a line; several where there are not as many lines.
---@param options acp.PermissionOption[]
---@param width integer
---@param rows integer lines there are room for
---@return acp.DrawnOptions
function M.options(options, width, rows)
  local drawn = { lines = {}, marks = {}, places = {} }
  for _, option in ipairs(options) do
    local key = ('[%s]'):format(option.key)
    local text = key .. ' ' .. option.name
    local last = drawn.lines[#drawn.lines]
    local joined = last and last .. (' '):rep(GAP) .. text
    if joined and #options > rows and vim.fn.strdisplaywidth(joined) <= width then
      drawn.lines[#drawn.lines] = joined
    else
      table.insert(drawn.lines, text)
    end
    local row = #drawn.lines
    local from = #drawn.lines[row] - #text
    local function mark(start, stop, group)
      table.insert(drawn.marks, { row - 1, start, { end_col = stop, hl_group = group } })
    end
    mark(from, from + #key, 'AcpPermissionKey')
    mark(from + #key + 1, from + #text, 'AcpPermissionOption')
    table.insert(drawn.places, { row = row, from = from + 1, to = from + #text, option = option })
  end
  return drawn
end

---@param drawn acp.DrawnOptions
---@param row integer
---@param column integer
---@return acp.PermissionOption?
function M.option_at(drawn, row, column)
  for _, place in ipairs(drawn.places) do
    if place.row == row and column >= place.from and column <= place.to then
      return place.option
    end
  end
end

return M

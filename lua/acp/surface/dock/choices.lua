--- What can be chosen in a docked surface, in lines of its own below the text.
local patches = require('acp.surface.patch')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.choices')

--- Cells between choices that stand on one line.
local GAP = 3

---@class acp.ChoicePlace bytes of a line, from 1
---@field row integer
---@field from integer
---@field to integer

--- One choice a line; several where there are not as many lines.
---@param rows integer lines there are room for
---@return string[] lines
---@return acp.ChoicePlace[] places
local function layout(choices, width, rows)
  local lines, places = {}, {}
  for number, choice in ipairs(choices) do
    local text = ('[%s] %s'):format(choice.lhs, choice.label)
    local joined = #lines > 0 and lines[#lines] .. (' '):rep(GAP) .. text
    if joined and #choices > rows and vim.fn.strdisplaywidth(joined) <= width then
      lines[#lines] = joined
    else
      table.insert(lines, text)
    end
    places[number] = { row = #lines, from = #lines[#lines] - #text + 1, to = #lines[#lines] }
  end
  return lines, places
end

--- Writes the choices into their buffer.
---@param bufnr integer
---@param choices acp.Choice[]
---@param groups { key: string, choice: string }
---@param width integer
---@param rows integer lines there are room for
---@return acp.ChoicePlace[]
function M.write(bufnr, choices, groups, width, rows)
  local lines, places = layout(choices, width, rows)
  patches.modifying(bufnr, function()
    api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  end)
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for number, place in ipairs(places) do
    local key_end = place.from + #choices[number].lhs + 1
    local function mark(from, to, group)
      local look = { end_col = to, hl_group = group }
      api.nvim_buf_set_extmark(bufnr, namespace, place.row - 1, from, look)
    end
    mark(place.from - 1, key_end, groups.key)
    mark(key_end + 1, place.to, groups.choice)
  end
  return places
end

---@param places acp.ChoicePlace[]
---@param row integer
---@param column integer
---@return integer? number of the choice
function M.at(places, row, column)
  for number, place in ipairs(places) do
    if place.row == row and column >= place.from and column <= place.to then
      return number
    end
  end
end

return M

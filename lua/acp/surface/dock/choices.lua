--- What can be chosen in a docked surface, in lines of its own below the text.
local notify = require('acp.ui.notify')
local patches = require('acp.surface.patch')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.choices')

--- Cells between choices that stand on one line, and before those that refuse: no finger slips so far.
local GAP, GAP_APART = 3, 8

--- So few are never left out. Of more the text names all.
local LEAST = 4
local LEFT_OUT = '… +%d more, named in the text'

--- What can be allowed and what is refused look different, whatever the agent calls it.
local GROUPS = {
  allow = 'AcpPermissionAllow',
  always = 'AcpPermissionAlways',
  reject = 'AcpPermissionReject',
}

---@class acp.ChoicePlace bytes of a line, from 1
---@field row integer
---@field from integer
---@field to integer

---@param choice acp.Choice
---@return string
local function text_of(choice)
  return ('[%s] %s'):format(choice.lhs, choice.label)
end

--- It refuses, and the one before does not.
---@param choices acp.Choice[]
---@return boolean
local function begins_refusals(choices, number)
  local before = choices[number - 1]
  return before ~= nil and choices[number].group == 'reject' and before.group ~= 'reject'
end

--- As many on each line as there is room for.
---@return string[] lines
---@return acp.ChoicePlace[] places
local function joined(choices, width)
  local lines, places = {}, {}
  for number, choice in ipairs(choices) do
    local text = text_of(choice)
    local gap = begins_refusals(choices, number) and GAP_APART or GAP
    local longer = #lines > 0 and lines[#lines] .. (' '):rep(gap) .. text
    if longer and vim.fn.strdisplaywidth(longer) <= width then
      lines[#lines] = longer
    else
      table.insert(lines, text)
    end
    places[number] = { row = #lines, from = #lines[#lines] - #text + 1, to = #lines[#lines] }
  end
  return lines, places
end

--- One on each line, and what refuses below a blank line.
---@return string[] lines
---@return acp.ChoicePlace[] places
local function stacked(choices)
  local lines, places = {}, {}
  for number, choice in ipairs(choices) do
    if begins_refusals(choices, number) then
      table.insert(lines, '')
    end
    table.insert(lines, text_of(choice))
    places[number] = { row = #lines, from = 1, to = #lines[#lines] }
  end
  return lines, places
end

--- All on one line, else one on each, else as many on each as there is room for.
---@param rows integer lines there are room for
---@return string[] lines
---@return acp.ChoicePlace[] places
local function layout(choices, width, rows)
  local lines, places = joined(choices, width)
  if #lines == 1 then
    return lines, places
  end
  local all, spread = stacked(choices)
  if #all <= rows then
    return all, spread
  end
  return lines, places
end

---@param lines string[]
local function rows_of(lines, width)
  local rows = 0
  for _, line in ipairs(lines) do
    rows = rows + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  return rows
end

--- Each takes a row at most: they may not push each other, or the text, off the screen.
---@param choices acp.Choice[]
---@return acp.Choice[]
local function cut(choices, width)
  return vim.tbl_map(function(choice)
    local room = width - vim.fn.strdisplaywidth(text_of({ lhs = choice.lhs, label = '' }))
    return vim.tbl_extend('force', choice, { label = notify.truncate(choice.label, room) })
  end, choices)
end

---@class acp.ShownChoices
---@field lines string[]
---@field places table<integer, acp.ChoicePlace> by the number of the choice
---@field left_out integer

--- Those at these numbers; a last line counts the others.
---@param numbers integer[]
---@return acp.ShownChoices
local function shown_at(choices, numbers, width, rows)
  local left_out = #choices - #numbers
  local some = vim.tbl_map(function(number)
    return choices[number]
  end, numbers)
  local lines, spots = layout(some, width, left_out > 0 and rows - 1 or rows)
  if left_out > 0 then
    table.insert(lines, notify.truncate(LEFT_OUT:format(left_out), width))
  end
  local places = {}
  for index, number in ipairs(numbers) do
    places[number] = spots[index]
  end
  return { lines = lines, places = places, left_out = left_out }
end

--- The first ones, but rather those that refuse: a way to say no stays in sight.
---@param count integer
---@return integer[] numbers
local function preferred(choices, count)
  local refusals, others = {}, {}
  for number, choice in ipairs(choices) do
    table.insert(choice.group == 'reject' and refusals or others, number)
  end
  local numbers = vim.list_slice(refusals, 1, count)
  vim.list_extend(numbers, others, 1, count - #numbers)
  table.sort(numbers)
  return numbers
end

--- All, in as few rows as it takes; of too many those that there is room for.
---@param rows integer lines that they had better not exceed
---@param most integer lines that they cannot exceed
---@return acp.ShownChoices
local function fitting(choices, width, rows, most)
  local all = preferred(choices, #choices)
  local shown = shown_at(choices, all, width, rows)
  if rows_of(shown.lines, width) > rows then
    choices = cut(choices, width)
    shown = shown_at(choices, all, width, rows)
  end
  if #choices <= LEAST or rows_of(shown.lines, width) <= most then
    return shown
  end
  -- Halved each time: agents may offer thousands.
  local count, too_many = LEAST, #choices
  shown = shown_at(choices, preferred(choices, count), width, most)
  while too_many - count > 1 do
    local middle = math.floor((count + too_many) / 2)
    local some = shown_at(choices, preferred(choices, middle), width, most)
    if rows_of(some.lines, width) <= most then
      count, shown = middle, some
    else
      too_many = middle
    end
  end
  return shown
end

--- Writes the choices into their buffer.
---@param bufnr integer
---@param choices acp.Choice[]
---@param groups { key: string, choice: string }
---@param width integer
---@param rows integer lines that they had better not exceed
---@param most integer lines that they cannot exceed
---@return table<integer, acp.ChoicePlace> # by the number of the choice, of those in sight
function M.write(bufnr, choices, groups, width, rows, most)
  local shown = fitting(choices, width, rows, most)
  patches.modifying(bufnr, function()
    api.nvim_buf_set_lines(bufnr, 0, -1, false, shown.lines)
  end)
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  if shown.left_out > 0 then
    local look = { line_hl_group = 'AcpMuted' }
    api.nvim_buf_set_extmark(bufnr, namespace, #shown.lines - 1, 0, look)
  end
  for number, place in pairs(shown.places) do
    local key_end = place.from + #choices[number].lhs + 1
    local function mark(from, to, group)
      local look = { end_col = to, hl_group = group }
      api.nvim_buf_set_extmark(bufnr, namespace, place.row - 1, from, look)
    end
    mark(place.from - 1, key_end, groups.key)
    mark(key_end + 1, place.to, GROUPS[choices[number].group] or groups.choice)
  end
  return shown.places
end

---@param places table<integer, acp.ChoicePlace>
---@param row integer
---@param column integer
---@return integer? number of the choice
function M.at(places, row, column)
  for number, place in pairs(places) do
    if place.row == row and column >= place.from and column <= place.to then
      return number
    end
  end
end

return M

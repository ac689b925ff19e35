--- What a question looks like: lines, marks, and which line is which option.
local M = {}

---@class acp.PermissionOption
---@field optionId string
---@field name string
---@field kind string
---@field key string

---@class acp.PermissionSpan
---@field from integer
---@field to integer
---@field group string

---@alias acp.PermissionLine string|{ text: string, spans?: acp.PermissionSpan[], lineGroup?: string }

---@class acp.PermissionCard see PermissionCard in src/view/permission.ts
---@field id string
---@field session string
---@field view integer
---@field title string
---@field lines acp.PermissionLine[]
---@field options acp.PermissionOption[]
---@field heading? string
---@field fields? acp.Field[] set for what is to be filled in or opened

---@class acp.DrawnCard
---@field lines string[]
---@field marks [integer, integer, table][] row, column, what `nvim_buf_set_extmark` takes
---@field options table<integer, acp.PermissionOption> by the line that shows them

--- What would be done, then the options.
---@param card acp.PermissionCard
---@param all? acp.PermissionLine[] shown in place of the card's own lines
---@return acp.DrawnCard
function M.draw(card, all)
  local drawn = { lines = {}, marks = {}, options = {} }
  local lines, marks = drawn.lines, drawn.marks
  local function put(text, spans, line_group)
    table.insert(lines, (text:gsub('\n', ' ')))
    for _, span in ipairs(spans or {}) do
      table.insert(marks, { #lines - 1, span.from, { end_col = span.to, hl_group = span.group } })
    end
    if line_group then
      table.insert(marks, { #lines - 1, 0, { line_hl_group = line_group } })
    end
  end
  for _, line in ipairs(all or card.lines) do
    if type(line) == 'string' then
      put(line)
    else
      put(line.text, line.spans, line.lineGroup)
    end
  end
  put('')
  for _, option in ipairs(card.options) do
    local key = ('[%s]'):format(option.key)
    put(key .. ' ' .. option.name, {
      { from = 0, to = #key, group = 'AcpPermissionKey' },
      { from = #key + 1, to = #key + 1 + #option.name, group = 'AcpPermissionOption' },
    })
    drawn.options[#lines] = option
  end
  return drawn
end

return M

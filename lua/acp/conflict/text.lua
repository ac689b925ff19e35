--- What is shown of a conflict below the user's lines: a label that says how to choose, and the agent's lines.
local width_of = require('acp.ui.chunks').width

local M = {}

--- A long line takes so many rows at most, in windows that wrap, and no window counts as narrower than this.
local MAX_ROWS, MIN_WIDTH = 4, 20
--- Wider than a window: virtual lines are cut at its edge.
local FILL = (' '):rep(400)
local BAR = '▌ '

--- The user's own key for an action, if there is one.
---@return string?
local function key_of(action)
  local rhs = ('<Plug>(acp-conflict-%s)'):format(action)
  for _, map in ipairs(vim.api.nvim_get_keymap('n')) do
    if map.rhs == rhs then
      return (map.lhs:gsub(' ', '<Space>'))
    end
  end
end

---@return acp.Chunk[]
local function choices()
  local chunks, keyless = {}, {}
  for _, action in ipairs({ 'mine', 'theirs', 'both' }) do
    local key = key_of(action)
    if key then
      table.insert(chunks, { key, 'AcpConflictKey' })
      table.insert(chunks, { ' ' .. action .. '  ', 'AcpConflictLabel' })
    else
      table.insert(keyless, action)
    end
  end
  if #keyless > 0 then
    table.insert(chunks, { ':Acp conflict ' .. table.concat(keyless, '|'), 'AcpConflictKey' })
  end
  return chunks
end

--- Tabs as the buffer shows them.
local function expand_tabs(bufnr, text)
  local stop, column = vim.bo[bufnr].tabstop, 0
  return (
    text:gsub('([^\t]*)\t', function(before)
      column = column + vim.fn.strdisplaywidth(before)
      local fill = stop - column % stop
      column = column + fill
      return before .. (' '):rep(fill)
    end)
  )
end

--- Cells for text in the narrowest window of a buffer that wraps lines; nil: none does.
---@param bufnr integer
---@return integer?
function M.wrap_width(bufnr)
  local width
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    if vim.wo[win].wrap then
      local info = vim.fn.getwininfo(win)[1]
      local own = math.max(info.width - info.textoff, MIN_WIDTH)
      width = math.min(width or own, own)
    end
  end
  return width
end

--- Virtual lines are not wrapped by Neovim: a line as the rows that it takes, each filled to the edge.
---@param width integer? cells; nil: it is not wrapped
---@return acp.Chunk[][]
local function rows_of(text, group, width)
  local rows = {}
  while width and #rows < MAX_ROWS - 1 and vim.fn.strdisplaywidth(text) > width do
    local head = vim.fn.printf('%.' .. width .. 'S', text)
    table.insert(rows, { { head .. FILL, group } })
    text = text:sub(#head + 1)
  end
  table.insert(rows, { { text .. FILL, group } })
  return rows
end

---@param region acp.Region
local function title(region)
  if #region.theirs == 0 then
    return 'the agent deletes these lines'
  end
  return region.from == region.to and 'you deleted lines, the agent has' or "the agent's text"
end

--- One line, or two where it would have to be wrapped.
---@param region acp.Region
---@param wanted acp.Label
---@return acp.Chunk[][]
local function label_rows(region, wanted)
  local place = ('Conflict %d/%d  '):format(wanted.number, wanted.count)
  local first = { { BAR .. place, 'AcpConflictLabel' } }
  vim.list_extend(first, choices())
  local second = { { ' · ' .. title(region), 'AcpConflictLabel' } }
  if wanted.width and width_of(first) + width_of(second) > wanted.width then
    return { first, { { BAR .. title(region), 'AcpConflictLabel' } } }
  end
  return { vim.list_extend(first, second) }
end

--- The virtual lines of a conflict.
---@param bufnr integer
---@param region acp.Region
---@param wanted acp.Label
---@return acp.Chunk[][]
function M.of(bufnr, region, wanted)
  local lines = label_rows(region, wanted)
  for _, text in ipairs(region.shown) do
    local expanded = expand_tabs(bufnr, text)
    vim.list_extend(lines, rows_of(expanded, 'AcpConflictTheirs', wanted.width))
  end
  local more = #region.theirs - #region.shown
  if more > 0 then
    local text = ('… %d more lines (:Acp conflict diff)'):format(more)
    vim.list_extend(lines, rows_of(text, 'AcpConflictMore', wanted.width))
  end
  return lines
end

return M

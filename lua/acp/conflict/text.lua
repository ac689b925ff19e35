--- What is shown of a conflict below the user's lines: a label that says how to choose, and the agent's lines.
local virtual_lines = require('acp.ui.virtual_lines')
local width_of = require('acp.ui.chunks').width

local M = {}

local BAR = '▌ '

--- The user's own key for an action, if there is one.
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

local function title(region)
  if #region.theirs == 0 then
    return 'the agent deletes these lines'
  end
  return region.from == region.to and 'you deleted lines, the agent has' or "the agent's text"
end

--- One line, or two where it would have to be wrapped.
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
    local chunks = { { text, 'AcpConflictTheirs' } }
    local expanded = virtual_lines.expand_tabs(chunks, vim.bo[bufnr].tabstop)
    vim.list_extend(lines, virtual_lines.rows(expanded, wanted.width, 'AcpConflictTheirs'))
  end
  local more = #region.theirs - #region.shown
  if more > 0 then
    local text = ('… %d more lines (:Acp conflict diff)'):format(more)
    vim.list_extend(
      lines,
      virtual_lines.rows({ { text, 'AcpConflictMore' } }, wanted.width, 'AcpConflictMore')
    )
  end
  return lines
end

return M

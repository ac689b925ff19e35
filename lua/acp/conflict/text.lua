--- What is shown of a conflict below the user's lines: a label that says how to choose, and the agent's lines.
local keys = require('acp.keys')
local virtual_lines = require('acp.ui.virtual_lines')
local width_of = require('acp.ui.text').width

local M = {}

local BAR = '▌ '

---@return acp.Chunk[]
local function choices()
  local chunks, keyless = {}, {}
  for _, action in ipairs({ 'mine', 'theirs', 'both' }) do
    local key = keys.mapped_to(('<Plug>(acp-conflict-%s)'):format(action))
    if key ~= vim.NIL then
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
  local theirs = virtual_lines.block(region.shown, bufnr, wanted.width, 'AcpConflictTheirs')
  local lines = vim.list_extend(label_rows(region, wanted), theirs)
  local more = #region.theirs - #region.shown
  if more > 0 then
    local text = ('… %d more lines (:Acp conflict diff)'):format(more)
    vim.list_extend(lines, virtual_lines.block({ text }, bufnr, wanted.width, 'AcpConflictMore'))
  end
  return lines
end

return M

--- The lines that an agent is asked about without opening the chat, and what becomes of that, shown beside them.
local hl = require('acp.ui.hl')
local host = require('acp.host')
local notify = require('acp.ui.notify')
local paths = require('acp.paths')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.ask')

---@type table<integer, { bufnr: integer, row: integer }> by the number of an ask: where it was made
local asked = {}
local last = 0

--- Keeps the lines: they move with the text.
---@param id integer
---@param chunk? acp.Chunk
local function mark(id, chunk)
  local bufnr, row = asked[id].bufnr, asked[id].row
  local now = api.nvim_buf_get_extmark_by_id(bufnr, namespace, id, {})[1]
  api.nvim_buf_set_extmark(bufnr, namespace, now or row, 0, {
    id = id,
    virt_text = chunk and { chunk },
    virt_text_pos = 'eol',
    hl_mode = 'combine',
    strict = false,
  })
end

--- Asks about lines of the current buffer. The host wants to know what, when nothing is said.
---@param view integer
---@param first integer line
---@param finish integer line
---@param instruction string
function M.about(view, first, finish, instruction)
  local bufnr = api.nvim_get_current_buf()
  local name = api.nvim_buf_get_name(bufnr)
  last = last + 1
  asked[last] = { bufnr = bufnr, row = first - 1 }
  hl.setup()
  mark(last)
  host.notify('ask', {
    view = view,
    ask = last,
    path = vim.bo[bufnr].buftype == '' and name ~= '' and paths.real(name) or nil,
    row = first - 1,
    end_row = finish,
    lines = api.nvim_buf_get_lines(bufnr, first - 1, finish, false),
    text = vim.trim(instruction) ~= '' and instruction or nil,
  })
end

--- Shows what has become of an ask; without a text it is over.
---@param id integer
---@param text? string
---@param group? string
function M.show(id, text, group)
  local bufnr = asked[id] and asked[id].bufnr
  if not bufnr or not api.nvim_buf_is_loaded(bufnr) then
    asked[id] = nil
  elseif text then
    mark(id, { ' ' .. notify.one_line(text), group })
  else
    asked[id] = nil
    api.nvim_buf_del_extmark(bufnr, namespace, id)
  end
end

--- The ask that is shown in the line of the cursor.
---@return integer?
function M.here()
  local row = api.nvim_win_get_cursor(0)[1] - 1
  local found = api.nvim_buf_get_extmarks(0, namespace, { row, 0 }, { row, -1 }, {})[1]
  return found and found[1]
end

--- Cancels the ask in the line of the cursor; false when there is none.
---@return boolean
function M.cancel()
  local id = M.here()
  if id then
    host.send('ask_cancel', { ask = id })
  end
  return id ~= nil
end

-- What a host was asked is over with it.
host.on_exit(function()
  for id in pairs(asked) do
    M.show(id)
  end
end)

return M

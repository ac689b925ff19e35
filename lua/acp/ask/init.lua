--- The lines that an agent is asked about without opening the chat, and what becomes of that, shown beside them.
local hl = require('acp.ui.hl')
local host = require('acp.host')
local notify = require('acp.ui.notify')
local paths = require('acp.paths')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.ask')

---@class acp.Ask
---@field bufnr integer
---@field row integer where it was made
---@field finish integer
---@field over? boolean

---@type table<integer, acp.Ask> by their numbers
local asked = {}
local last = 0

--- Where the lines are now; `finish` is not one of them.
---@param id integer
---@return integer row
---@return integer finish
local function rows_of(id)
  local made = asked[id]
  local now = api.nvim_buf_get_extmark_by_id(made.bufnr, namespace, id, { details = true })
  if not now[1] then
    return made.row, made.finish
  end
  local details = now[3]
  return now[1], details.end_col > 0 and details.end_row + 1 or details.end_row
end

--- Keeps the lines: they move with the text.
---@param id integer
---@param chunk? acp.Chunk
local function mark(id, chunk)
  local bufnr = asked[id].bufnr
  local row, finish = rows_of(id)
  local last_row = api.nvim_buf_line_count(bufnr) - 1
  local at_end = finish > last_row
  local text = at_end and api.nvim_buf_get_lines(bufnr, last_row, last_row + 1, false)[1] or ''
  api.nvim_buf_set_extmark(bufnr, namespace, row, 0, {
    id = id,
    -- What is put in above the line below belongs to the lines.
    end_row = math.max(at_end and last_row or finish, row),
    end_col = #text,
    end_right_gravity = false,
    hl_group = 'AcpAsked',
    hl_eol = true,
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
  last = last + 1
  asked[last] = { bufnr = bufnr, row = first - 1, finish = finish }
  hl.setup()
  mark(last)
  host.notify('ask', {
    view = view,
    ask = last,
    path = paths.of_buffer(bufnr),
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
---@param over? boolean nothing more will come
function M.show(id, text, group, over)
  local bufnr = asked[id] and asked[id].bufnr
  if not bufnr or not api.nvim_buf_is_loaded(bufnr) then
    asked[id] = nil
  elseif text then
    asked[id].over = over
    mark(id, { ' ' .. notify.one_line(text), group })
  else
    asked[id] = nil
    api.nvim_buf_del_extmark(bufnr, namespace, id)
  end
end

--- The lines of an ask as they are now; nil: they are gone.
---@param id integer
---@return acp.LinesNow?
function M.lines(id)
  local bufnr = asked[id] and asked[id].bufnr
  if not bufnr or not api.nvim_buf_is_loaded(bufnr) then
    return nil
  end
  local row, finish = rows_of(id)
  local lines = api.nvim_buf_get_lines(bufnr, row, finish, false)
  return #lines > 0 and { row = row, endRow = finish, lines = lines } or nil
end

--- The ask about the line of the cursor.
---@return integer?
function M.here()
  local row = api.nvim_win_get_cursor(0)[1] - 1
  local opts = { overlap = true }
  for _, found in ipairs(api.nvim_buf_get_extmarks(0, namespace, { row, 0 }, { row, -1 }, opts)) do
    local first, finish = rows_of(found[1])
    if row >= first and row < math.max(finish, first + 1) then
      return found[1]
    end
  end
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

-- What a host was asked is over with it. That there will be no answer stays until `:Acp cancel`.
host.on_exit(function()
  for id, made in pairs(asked) do
    if made.over then
      M.show(id)
    else
      M.show(id, '✗ the host ended before the answer: ask again', 'AcpStateFailed', true)
    end
  end
end)

return M

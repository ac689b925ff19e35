--- What goes along with a prompt: mentions in its text, marked there and listed above it.
local anchors = require('acp.context.anchors')
local host = require('acp.host')
local info = require('acp.buffers.info')
local notify = require('acp.ui.notify')
local shelf = require('acp.prompt.shelf')
local text_of = require('acp.ui.text')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.prompt.chips')
--- More rows of names would leave no room for the text.
local MAX_ROWS = 3
local HEAD, GAP = '@ ', '  '

--- Milliseconds between questions while the user types.
local REST_MS = 40

---@class acp.PromptView
---@field id integer
---@field prompt integer
---@field opened boolean

---@type table<integer, acp.PromptView> by prompt buffer
local views = {}
---@type table<integer, acp.PromptChip[]> by prompt buffer
local shown = {}
---@type table<integer, true> prompt buffers that are about to be looked at
local pending = {}

---@param bufnr integer
---@return string
local function text_in(bufnr)
  return table.concat(api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
end

--- The byte of the text at which the user types; nil: they do not.
---@param bufnr integer
---@return integer?
local function typed_at(bufnr)
  if api.nvim_get_current_buf() ~= bufnr or not api.nvim_get_mode().mode:find('^i') then
    return nil
  end
  local row, col = unpack(api.nvim_win_get_cursor(0))
  return api.nvim_buf_get_offset(bufnr, row - 1) + col
end

--- Asks the host what goes along, when the text may mention something.
---@param view acp.PromptView
local function ask(view)
  local bufnr = view.prompt
  if not api.nvim_buf_is_valid(bufnr) then
    return
  end
  local text = text_in(bufnr)
  if not text:find('@', 1, true) then
    M.show(bufnr, api.nvim_buf_get_changedtick(bufnr), {})
  elseif view.opened and host.channel() then
    host.send('prompt_changed', {
      view = view.id,
      bufnr = bufnr,
      changedtick = api.nvim_buf_get_changedtick(bufnr),
      text = text,
      anchors = anchors.list(bufnr),
      cursor = typed_at(bufnr),
    })
  end
end

--- Looks anew at what goes along; of many changes in a row once.
---@param view acp.PromptView
function M.changed(view)
  local bufnr = view.prompt
  local may_mention = shown[bufnr] or text_in(bufnr):find('@', 1, true)
  if not may_mention or pending[bufnr] then
    return
  end
  pending[bufnr] = true
  vim.defer_fn(function()
    pending[bufnr] = nil
    ask(view)
  end, REST_MS)
end

--- How a chip is called in the list, with what is to be known of it.
---@param chip acp.PromptChip
---@return acp.Chunk[]
local function label(chip)
  local chunks = { { notify.one_line(chip.name), chip.problem and 'AcpNoticeError' or 'AcpPath' } }
  local more = chip.problem or chip.detail
  if more then
    table.insert(
      chunks,
      { ' ' .. notify.one_line(more), chip.problem and 'AcpNoticeError' or 'AcpMuted' }
    )
  end
  return chunks
end

--- The list in as many rows as it takes, at most `MAX_ROWS`.
---@param chips acp.PromptChip[]
---@param width integer
---@return acp.Chunk[][]
local function rows_of(chips, width)
  local rows, room = {}, 0
  for index, chip in ipairs(chips) do
    local chunks = label(chip)
    local needed = text_of.width(chunks) + #GAP
    if needed > room then
      if #rows == MAX_ROWS then
        table.insert(rows[#rows], { ('+%d'):format(#chips - index + 1), 'AcpMuted' })
        break
      end
      table.insert(rows, { { #rows == 0 and HEAD or (' '):rep(#HEAD), 'AcpMuted' } })
      room = width - #HEAD - (#rows == MAX_ROWS and 4 or 0)
    end
    vim.list_extend(rows[#rows], chunks)
    table.insert(rows[#rows], { GAP, 'AcpMuted' })
    room = room - needed
  end
  return rows
end

---@param bufnr integer
local function draw(bufnr)
  local chips = shown[bufnr] or {}
  local win = vim.fn.bufwinid(bufnr)
  local width = win > 0 and api.nvim_win_get_width(win) - 1 or 80
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local listed, names = {}, {}
  for _, chip in ipairs(chips) do
    api.nvim_buf_set_extmark(bufnr, namespace, chip.row, chip.from, {
      end_col = chip.to,
      hl_group = chip.problem and 'AcpNoticeError' or 'AcpChip',
      -- What has been edited is another mention, or none.
      invalidate = true,
    })
    if not names[chip.name] then
      names[chip.name] = true
      table.insert(listed, chip)
    end
  end
  shelf.set(bufnr, 'context', rows_of(listed, width))
end

--- The name in a mention.
---@param mention string
local function name_in(mention)
  local name = mention:sub(2)
  return name:match('^"(.*)"$') or name
end

--- Writes mentions as they are called now, unless the user is typing there.
---@param bufnr integer
---@param chips acp.PromptChip[]
---@return boolean changed
local function rewrite(bufnr, chips)
  if vim.fn.pumvisible() == 1 then
    return false
  end
  local typed, changed = typed_at(bufnr), false
  for index = #chips, 1, -1 do
    local chip = chips[index]
    local row, from, to = chip.row, chip.from, chip.to
    local before = api.nvim_buf_get_text(bufnr, row, from, row, to, {})[1]
    if before ~= chip.text and typed ~= api.nvim_buf_get_offset(bufnr, row) + to then
      anchors.rename(bufnr, name_in(before), chip.name)
      api.nvim_buf_set_text(bufnr, row, from, row, to, { chip.text })
      changed = true
    end
  end
  return changed
end

--- Follows the lines that are mentioned, and no others.
---@param bufnr integer
---@param chips acp.PromptChip[]
local function follow(bufnr, chips)
  local names = {}
  for _, chip in ipairs(chips) do
    local place = chip.place
    local source = place and info.loaded(place.path)
    if place and source then
      anchors.set(bufnr, chip.name, source, place.first, place.last)
    end
    names[chip.name] = true
  end
  anchors.keep(bufnr, names)
end

--- Shows what goes along, if the text is still that of the `changedtick`.
---@param bufnr integer
---@param changedtick integer
---@param chips acp.PromptChip[]
function M.show(bufnr, changedtick, chips)
  local is_there = api.nvim_buf_is_valid(bufnr)
  if not is_there or api.nvim_buf_get_changedtick(bufnr) ~= changedtick then
    return
  end
  if rewrite(bufnr, chips) then
    ask(views[bufnr])
    return
  end
  shown[bufnr] = #chips > 0 and chips or nil
  follow(bufnr, chips)
  draw(bufnr)
end

--- The chip that is meant: the one of the count, else that of the cursor, else the last.
---@param chips acp.PromptChip[]
---@return acp.PromptChip?
local function meant(chips)
  if vim.v.count > 0 then
    return chips[vim.v.count]
  end
  local row, col = unpack(api.nvim_win_get_cursor(0))
  return vim.iter(chips):find(function(chip)
    return chip.row == row - 1 and chip.from <= col and col < chip.to
  end) or chips[#chips]
end

--- Takes a mention out of the current prompt, wherever it stands in it.
function M.remove()
  local bufnr = api.nvim_get_current_buf()
  local chips = shown[bufnr] or {}
  local chip = meant(chips)
  if not chip then
    notify.show('info', 'nothing goes along with this prompt')
    return
  end
  for index = #chips, 1, -1 do
    local other = chips[index]
    if other.name == chip.name then
      local line = api.nvim_buf_get_lines(bufnr, other.row, other.row + 1, false)[1]
      local to = line:sub(other.to + 1, other.to + 1) == ' ' and other.to + 1 or other.to
      api.nvim_buf_set_text(bufnr, other.row, other.from, other.row, to, { '' })
    end
  end
  M.changed(views[bufnr])
end

--- Puts a mention at the end of a prompt.
---@param bufnr integer
---@param name string
function M.insert(bufnr, name)
  local last = api.nvim_buf_line_count(bufnr)
  local line = api.nvim_buf_get_lines(bufnr, last - 1, last, false)[1]
  local gap = (line == '' or line:find('%s$')) and '' or ' '
  local mention = name:find('[%s%p]$') or name:find('%s')
  local text = gap .. (mention and ('@"%s"'):format(name) or '@' .. name) .. ' '
  api.nvim_buf_set_text(bufnr, last - 1, #line, last - 1, #line, { text })
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    api.nvim_win_set_cursor(win, { last, #line + #text })
  end
  M.changed(views[bufnr])
end

---@param view acp.PromptView
function M.attach(view)
  local bufnr = view.prompt
  views[bufnr] = view
  api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP', 'BufEnter' }, {
    buffer = bufnr,
    callback = function()
      M.changed(view)
    end,
  })
  api.nvim_create_autocmd('BufWipeout', {
    buffer = bufnr,
    callback = function()
      anchors.release(anchors.take(bufnr))
      views[bufnr], shown[bufnr] = nil, nil
    end,
  })
end

--- Draws the list anew, for another width of the window.
M.redraw = draw

return M

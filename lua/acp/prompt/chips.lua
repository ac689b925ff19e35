--- What goes along with a prompt: mentions in its text, marked there; the host lists them above it.
local anchors = require('acp.context.anchors')
local host = require('acp.host')
local info = require('acp.buffers.info')
local notify = require('acp.ui.notify')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.prompt.chips')

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
  local may_mention = shown[bufnr] or text:find('@', 1, true)
  if may_mention and view.opened and host.channel() then
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

---@param bufnr integer
local function draw(bufnr)
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, chip in ipairs(shown[bufnr] or {}) do
    api.nvim_buf_set_extmark(bufnr, namespace, chip.row, chip.from, {
      end_col = chip.to,
      hl_group = chip.problem and 'AcpNoticeError' or 'AcpChip',
      -- What has been edited is another mention, or none.
      invalidate = true,
    })
  end
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
    local lines = place and place.lines
    local source = lines and info.loaded(place.path)
    if lines and source then
      anchors.set(bufnr, chip.name, source, lines.first, lines.last)
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

--- Takes what is mentioned under this name out of a prompt, wherever it stands there.
---@param bufnr integer
---@param name string
function M.take_out(bufnr, name)
  local chips = shown[bufnr] or {}
  for index = #chips, 1, -1 do
    local chip = chips[index]
    if chip.name == name then
      local line = api.nvim_buf_get_lines(bufnr, chip.row, chip.row + 1, false)[1]
      local to = line:sub(chip.to + 1, chip.to + 1) == ' ' and chip.to + 1 or chip.to
      api.nvim_buf_set_text(bufnr, chip.row, chip.from, chip.row, to, { '' })
    end
  end
  M.changed(views[bufnr])
end

--- Takes a mention out of the current prompt.
function M.remove()
  local bufnr = api.nvim_get_current_buf()
  local chip = meant(shown[bufnr] or {})
  if chip then
    M.take_out(bufnr, chip.name)
  else
    notify.show('info', 'nothing goes along with this prompt')
  end
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

return M

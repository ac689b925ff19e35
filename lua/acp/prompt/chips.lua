--- What goes along with a prompt: mentions in its text, marked there; the host lists them above it.
local anchors = require('acp.context.anchors')
local info = require('acp.buffers.info')
local mentions = require('acp.prompt.mentions')
local notify = require('acp.ui.notify')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.prompt.chips')

---@param bufnr integer
local function draw(bufnr)
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, chip in ipairs(mentions.shown(bufnr)) do
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
  local typed, changed = mentions.typed_at(bufnr), false
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
    mentions.ask(bufnr)
    return
  end
  mentions.set_shown(bufnr, chips)
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
  local chips = mentions.shown(bufnr)
  for index = #chips, 1, -1 do
    local chip = chips[index]
    if chip.name == name then
      local line = api.nvim_buf_get_lines(bufnr, chip.row, chip.row + 1, false)[1]
      local to = line:sub(chip.to + 1, chip.to + 1) == ' ' and chip.to + 1 or chip.to
      api.nvim_buf_set_text(bufnr, chip.row, chip.from, chip.row, to, { '' })
    end
  end
  mentions.changed(bufnr)
end

--- Takes a mention out of the current prompt.
function M.remove()
  local bufnr = api.nvim_get_current_buf()
  local chip = meant(mentions.shown(bufnr))
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
  mentions.changed(bufnr)
end

return M

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
  local quoted = name:match('^"(.*)"$')
  return quoted and quoted:gsub('\\"', '"') or name
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
      local line = api.nvim_buf_get_lines(bufnr, chip.row, chip.row + 1, false)[1] or ''
      -- It may have been sent or changed in this moment.
      if #line >= chip.to and line:sub(chip.from + 1, chip.from + 1) == '@' then
        local to = line:sub(chip.to + 1, chip.to + 1) == ' ' and chip.to + 1 or chip.to
        api.nvim_buf_set_text(bufnr, chip.row, chip.from, chip.row, to, { '' })
      end
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

--- How a name is mentioned.
---@param name string
---@return string
local function mention_of(name)
  local is_quoted = name:find('[%s%p]$') or name:find('[%s"]')
  return is_quoted and ('@"%s"'):format((name:gsub('"', '\\"'))) or '@' .. name
end

--- Writes another name wherever one is mentioned.
---@param bufnr integer
---@param name string
---@param other string
local function write_as(bufnr, name, other)
  local before, now = mention_of(name), mention_of(other)
  local lines = api.nvim_buf_get_lines(bufnr, 0, -1, false)
  for row, line in ipairs(lines) do
    local from, to = line:find(before, 1, true)
    while from do
      local ends = not line:find('^[%w-]', to + 1)
      if ends then
        api.nvim_buf_set_text(bufnr, row - 1, from - 1, row - 1, to, { now })
        line = line:sub(1, from - 1) .. now .. line:sub(to + 1)
      end
      from, to = line:find(before, from + (ends and #now or 1), true)
    end
  end
end

--- Makes a name free for other lines: those that have it are called by where they are now.
---@param bufnr integer
---@param name string
---@param seen? table<string, true>
function M.make_free(bufnr, name, seen)
  seen = seen or {}
  local other = anchors.name_now(bufnr, name)
  if not other or seen[name] then
    return
  end
  seen[name] = true
  M.make_free(bufnr, other, seen)
  anchors.rename(bufnr, name, other)
  write_as(bufnr, name, other)
end

--- Puts a mention at the end of a prompt.
---@param bufnr integer
---@param name string
function M.insert(bufnr, name)
  local last = api.nvim_buf_line_count(bufnr)
  local line = api.nvim_buf_get_lines(bufnr, last - 1, last, false)[1]
  local gap = (line == '' or line:find('%s$')) and '' or ' '
  local text = gap .. mention_of(name) .. ' '
  api.nvim_buf_set_text(bufnr, last - 1, #line, last - 1, #line, { text })
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    api.nvim_win_set_cursor(win, { last, #line + #text })
  end
  mentions.changed(bufnr)
end

return M

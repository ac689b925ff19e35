--- Shows what a file would hold after a change, and asks whether it shall be written.
local borders = require('acp.borders')
local config = require('acp.config')

local M = {}

--- Keys typed before it could be read are no consent.
local GUARD_MS = 300

local namespace = vim.api.nvim_create_namespace('acp.rules.preview')

---@class acp.Preview
---@field title string
---@field yes string what `y` does
---@field before string
---@field after string

local function lines_of(text)
  local lines = vim.split(text, '\r?\n')
  if lines[#lines] == '' then
    table.remove(lines)
  end
  return lines
end

--- What is new is marked; what goes stands where it was, as lines that are not there.
---@return integer line of the first change
---@return integer removed number of lines that go
local function mark(buf, before, after)
  local old = lines_of(before)
  local hunks = vim.diff(before, after, { result_type = 'indices' }) --[[@as integer[][] ]]
  for _, hunk in ipairs(hunks) do
    local old_start, old_count, new_start, new_count = unpack(hunk)
    for line = new_start, new_start + new_count - 1 do
      vim.api.nvim_buf_set_extmark(buf, namespace, line - 1, 0, { line_hl_group = 'DiffAdd' })
    end
    local gone = {}
    for line = old_start, old_start + old_count - 1 do
      table.insert(gone, { { '- ' .. (old[line] or ''), 'AcpDiffDelete' } })
    end
    if #gone > 0 then
      local row = new_count > 0 and new_start - 1 or math.max(new_start - 1, 0)
      vim.api.nvim_buf_set_extmark(buf, namespace, row, 0, {
        virt_lines = gone,
        virt_lines_above = new_count > 0 and row > 0,
      })
    end
  end
  local removed = 0
  for _, hunk in ipairs(hunks) do
    removed = removed + hunk[2]
  end
  return hunks[1] and math.max(hunks[1][3], 1) or 1, removed
end

local function geometry(lines, removed, spec)
  local widest = vim.fn.strdisplaywidth(spec.title) + 4
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line) + 2)
  end
  local width = math.max(10, math.min(math.max(widest, 44), vim.o.columns - 4))
  local height = math.max(1, math.min(#lines + removed, vim.o.lines - 6))
  return {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2)),
    width = width,
    height = height,
    border = borders.single(config.get().layout.border),
    title = (' %s '):format(spec.title),
    footer = (' y %s  q leave it as it is '):format(spec.yes),
    footer_pos = 'right',
    style = 'minimal',
    zindex = 80,
  }
end

--- The window takes the focus: the user has just asked for the change.
---@param spec acp.Preview
---@param done fun(yes: boolean)
function M.show(spec, done)
  require('acp.hl').setup()
  local lines = lines_of(spec.after)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  vim.bo[buf].modeline = false
  vim.bo[buf].bufhidden = 'wipe'
  local at, removed = mark(buf, spec.before, spec.after)
  local back = vim.api.nvim_get_current_win()
  local win = vim.api.nvim_open_win(buf, true, geometry(lines, removed, spec))
  vim.wo[win].wrap = true
  pcall(vim.api.nvim_win_set_cursor, win, { at, 0 })
  local answered, since = false, vim.uv.now()
  local function answer(yes)
    if answered then
      return
    end
    answered = true
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_close(win, true)
    end
    if vim.api.nvim_win_is_valid(back) then
      vim.api.nvim_set_current_win(back)
    end
    done(yes)
  end
  for lhs, yes in pairs({ y = true, q = false, n = false, ['<Esc>'] = false }) do
    vim.keymap.set('n', lhs, function()
      if not yes or vim.uv.now() - since >= GUARD_MS then
        answer(yes)
      end
    end, { buffer = buf, nowait = true, silent = true })
  end
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buf,
    once = true,
    callback = vim.schedule_wrap(function()
      answer(false)
    end),
  })
end

return M

-- Notices for the user: one short line each, so that no message ever asks for Enter.
local M = {}

--- Cells of the ruler, and one between it and the message.
local RULER = 19

local LEVELS =
  { info = vim.log.levels.INFO, warn = vim.log.levels.WARN, error = vim.log.levels.ERROR }

-- No line of ours shows more; patterns over a megabyte would hold up the editor.
local MAX_BYTES = 4000

-- C1 controls, and what reorders or hides the text around it: in UTF-8.
local INVISIBLE = {
  '\194[\128-\159]',
  '\226\128[\139\142\143\168-\174]',
  '\226\129[\160-\175]',
  '\216\156',
  '\239\187\191',
}

---@param text string
---@return string # on one line, not long, and without control characters
function M.one_line(text)
  local line = tostring(text)
  if #line > MAX_BYTES then
    -- Not inside a character.
    line = line:sub(1, MAX_BYTES + vim.str_utf_start(line, MAX_BYTES + 1) - 1) .. '…'
  end
  line = line:gsub('[%c\127]+', ' ')
  for _, pattern in ipairs(INVISIBLE) do
    line = line:gsub(pattern, ' ')
  end
  return vim.trim((line:gsub('%s+', ' ')))
end

---@param text string
---@param width integer screen cells
---@return string
function M.truncate(text, width)
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  return vim.fn.printf('%.' .. math.max(width - 1, 0) .. 'S…', text)
end

--- Whether a word is none of those that may be given; then says so. What was given comes first: the line may be cut.
---@param given? string
---@param wanted string[]
---@return boolean
function M.is_wrong(given, wanted)
  if vim.list_contains(wanted, given) then
    return false
  end
  local expected = 'expected one of ' .. table.concat(wanted, ', ')
  M.show('error', given and ('got "%s", %s'):format(given, expected) or expected)
  return true
end

--- Screen cells for a message that asks for no Enter. A float has no statusline: the ruler stands beside the message.
local function room()
  local is_float = vim.api.nvim_win_get_config(0).relative ~= ''
  local with_ruler = is_float and vim.o.ruler and vim.o.columns - RULER or math.huge
  return math.max(math.min(vim.v.echospace, with_ruler), 20)
end

-- Neovim's own vim.notify writes to the command line; a user's one has room for more.
local function is_builtin(notify)
  local source = debug.getinfo(notify, 'S').source
  return source == '?' or source == '=?' or source:find('^@vim/') ~= nil
end

local GROUPS = { info = 'Normal', warn = 'WarningMsg', error = 'ErrorMsg' }

---@type { line: string, level: string }?
local unseen

local function show_unseen()
  local message = unseen
  unseen = nil
  -- Another message would not be seen, and two ask for Enter.
  if message and not vim.api.nvim_get_mode().mode:find('^[irt]') then
    local shown = M.truncate(message.line, room())
    vim.cmd.redraw()
    vim.api.nvim_echo({ { shown, GROUPS[message.level] } }, false, {})
  end
end

-- In insert and terminal mode the mode line is drawn over a message: the last one is shown again afterwards.
local function show_after_insert(line, level)
  local waits = unseen ~= nil
  unseen = { line = line, level = level }
  if waits then
    return
  end
  local group = vim.api.nvim_create_augroup('acp.notify', {})
  vim.api.nvim_create_autocmd({ 'InsertLeave', 'TermLeave' }, {
    group = group,
    desc = 'acp: show the message that the mode line has hidden',
    callback = function()
      -- "once" would leave the other of both.
      vim.api.nvim_clear_autocmds({ group = group })
      vim.schedule(show_unseen)
    end,
  })
end

---@param level 'info'|'warn'|'error'
---@param text string
function M.show(level, text)
  local line = 'acp: ' .. M.one_line(text)
  if not is_builtin(vim.notify) then
    vim.notify(line, LEVELS[level], { title = 'acp' })
    return
  end
  line = M.truncate(line, room())
  -- A second message under one that is not drawn yet would scroll, and ask for Enter.
  vim.cmd.redraw()
  local mode = vim.api.nvim_get_mode().mode
  if vim.o.showmode and mode:find('^[it]') then
    show_after_insert(line, level)
  end
  -- An error of vim.notify is one of Neovim, too: it ends the list or the input that the user is in, and Neovim waits a
  -- second before it shows insert mode again. Before 0.11 it ends with a new line, which may ask for Enter.
  if vim.fn.has('nvim-0.11') == 0 or (level == 'error' and mode:find('^[icr]')) then
    vim.api.nvim_echo({ { line, GROUPS[level] } }, true, {})
  else
    vim.notify(line, LEVELS[level], { title = 'acp' })
  end
end

return M

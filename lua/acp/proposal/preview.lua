--- What an agent asks to change, drawn into the buffer of the file: lines that would go are marked, those that would
--- come are virtual. The text stays as it is, and so does all that depends on it.
local anchor = require('acp.surface.anchor')
local editor_window = require('acp.ui.editor_window')
local hl = require('acp.ui.hl')
local host = require('acp.host')
local info = require('acp.buffers.info')
local old_lines = require('acp.review.old_lines')
local virtual_lines = require('acp.ui.virtual_lines')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.proposal')
--- Above the lines of pending changes, which may be in the same place.
local LINE_PRIORITY, WORD_PRIORITY = 110, 111

---@class acp.Preview
---@field bufnr integer
---@field win integer
---@field was { bufnr: integer, view: table } what the window showed
---@field cursor integer[] where we have put it
---@field is_ours boolean the buffer was loaded for this
---@field made_window boolean
---@field back fun() brings back what was in front of the window

---@type acp.Preview?
local shown

---@param bufnr integer
---@param hunk acp.ReviewHunk
local function draw_gone(bufnr, hunk)
  for offset = 0, hunk.count - 1 do
    local row = hunk.row + offset
    api.nvim_buf_set_extmark(bufnr, namespace, row, 0, {
      end_row = row + 1,
      end_col = 0,
      strict = false,
      hl_group = 'AcpReviewDelete',
      hl_eol = true,
      priority = LINE_PRIORITY,
    })
    -- Of one row: a range has its sign on the row of its end, too.
    api.nvim_buf_set_extmark(bufnr, namespace, row, 0, {
      strict = false,
      sign_text = '-',
      sign_hl_group = 'AcpReviewSignDelete',
      priority = LINE_PRIORITY,
    })
  end
  for _, word in ipairs(hunk.words or {}) do
    api.nvim_buf_set_extmark(bufnr, namespace, hunk.row + word[1], word[2], {
      end_col = word[3],
      strict = false,
      hl_group = 'AcpReviewOldWord',
      priority = WORD_PRIORITY,
    })
  end
end

---@param bufnr integer
---@param hunk acp.ReviewHunk
local function draw_coming(bufnr, hunk)
  local width = virtual_lines.wrap_width(bufnr)
  local lines = old_lines.of(hunk, vim.bo[bufnr].tabstop, width, 'AcpReviewAdd', 'AcpReviewWord')
  if #lines == 0 then
    return
  end
  local last = api.nvim_buf_line_count(bufnr) - 1
  local is_above = hunk.count == 0 and hunk.row <= last
  local row = is_above and hunk.row or math.max(0, hunk.row + hunk.count - 1)
  api.nvim_buf_set_extmark(bufnr, namespace, math.min(row, last), 0, {
    virt_lines = lines,
    virt_lines_above = is_above,
    sign_text = hunk.count == 0 and '+' or nil,
    sign_hl_group = hunk.count == 0 and 'AcpReviewSignAdd' or nil,
  })
  if is_above and row == 0 then
    virtual_lines.reveal_top(bufnr, #lines)
  end
end

---@param bufnr integer
---@param hunks acp.ReviewHunk[]
local function draw(bufnr, hunks)
  hl.setup()
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, hunk in ipairs(hunks) do
    draw_gone(bufnr, hunk)
    draw_coming(bufnr, hunk)
  end
end

--- The buffer of a file, which does not become one of the user's by being shown.
---@param path string
---@return integer? bufnr
---@return boolean is_ours
local function buffer_of(path)
  local bufnr = info.loaded(path)
  if bufnr then
    return bufnr, false
  end
  local known = vim.fn.bufnr('^' .. vim.fn.fnameescape(path) .. '$')
  local listed = known > 0 and vim.bo[known].buflisted
  bufnr = editor_window.load(path)
  if bufnr then
    vim.bo[bufnr].buflisted = listed
  end
  return bufnr, known <= 0
end

--- The user's window shows what it showed before, if they have left it as it was.
---@param preview acp.Preview
local function restore_window(preview)
  local win, was = preview.win, preview.was
  if not api.nvim_win_is_valid(win) or api.nvim_win_get_buf(win) ~= preview.bufnr then
    return
  elseif preview.made_window then
    pcall(api.nvim_win_close, win, false)
  elseif api.nvim_buf_is_valid(was.bufnr) and editor_window.show(win, was.bufnr) then
    if vim.deep_equal(api.nvim_win_get_cursor(win), preview.cursor) then
      api.nvim_win_call(win, function()
        vim.fn.winrestview(was.view)
      end)
    end
  end
end

--- Takes the buffer away that was only loaded for this.
---@param preview acp.Preview
local function restore_buffer(preview)
  local bufnr = preview.bufnr
  local is_used = vim.bo[bufnr].modified or #vim.fn.win_findbuf(bufnr) > 0
  if preview.is_ours and not is_used and not vim.bo[bufnr].buflisted then
    pcall(api.nvim_buf_delete, bufnr, {})
  end
end

function M.clear()
  local preview = shown
  shown = nil
  if not preview then
    return
  end
  anchor.read_behind(false)
  if api.nvim_buf_is_valid(preview.bufnr) then
    api.nvim_buf_clear_namespace(preview.bufnr, namespace, 0, -1)
  end
  restore_window(preview)
  if api.nvim_buf_is_valid(preview.bufnr) then
    restore_buffer(preview)
  end
  preview.back()
end

--- The window to show it in. The user stays where they are: their next key is still for the question.
---@return integer win
---@return boolean made_window
local function window()
  local win = editor_window.find()
  if win then
    return win, false
  end
  local from = api.nvim_get_current_win()
  editor_window.enter()
  win = api.nvim_get_current_win()
  if api.nvim_win_is_valid(from) then
    api.nvim_set_current_win(from)
  end
  return win, true
end

--- The question stands on the lower half of the editor.
---@param win integer
---@param lnum integer
local function keep_above(win, lnum)
  anchor.read_behind(true)
  if not anchor.is_behind_read() then
    return
  end
  local rows_above = math.floor(api.nvim_win_get_height(win) / 5)
  api.nvim_win_call(win, function()
    vim.fn.winrestview({ topline = math.max(1, lnum - rows_above) })
  end)
end

--- Shows the buffer to the user, with the first change in sight.
---@param bufnr integer
---@param row integer
---@param is_ours boolean
---@return boolean
local function bring_up(bufnr, row, is_ours)
  local back = editor_window.make_way()
  local win, made_window = window()
  local was = {
    bufnr = api.nvim_win_get_buf(win),
    view = api.nvim_win_call(win, vim.fn.winsaveview),
  }
  if not editor_window.show(win, bufnr) then
    back()
    return false
  end
  keep_above(win, editor_window.point(win, row + 1))
  shown = {
    bufnr = bufnr,
    win = win,
    was = was,
    cursor = api.nvim_win_get_cursor(win),
    is_ours = is_ours,
    made_window = made_window,
    back = back,
  }
  return true
end

---@param file acp.PreviewedFile
---@return string|vim.NIL # why it cannot be shown
function M.show(file)
  if file.isRefreshed then
    if shown and api.nvim_buf_is_loaded(shown.bufnr) then
      draw(shown.bufnr, file.hunks)
    end
    return vim.NIL
  end
  M.clear()
  if vim.fn.getcmdwintype() ~= '' then
    return 'leave the command-line window first'
  end
  local bufnr, is_ours = buffer_of(file.path)
  local first = file.hunks[1]
  if not bufnr or not bring_up(bufnr, first and first.row or 0, is_ours) then
    return 'no window can show the file'
  end
  draw(bufnr, file.hunks)
  return vim.NIL
end

host.on_exit(M.clear)

return M

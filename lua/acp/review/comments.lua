--- The user's comments beside the lines that they are about. They move with the text; what they say is the host's.
local hl = require('acp.ui.hl')
local host = require('acp.host')
local info = require('acp.buffers.info')
local notify = require('acp.ui.notify')
local paths = require('acp.paths')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.review.comments')
local group = api.nvim_create_augroup('acp.review.comments', {})

---@type table<integer, true> buffers with comments
local shown = {}

---@param bufnr integer
---@return table[] extmarks
local function marks_in(bufnr)
  return api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })
end

---@param bufnr integer
---@param list table[]
local function add_places(bufnr, list)
  for _, mark in ipairs(marks_in(bufnr)) do
    local from, last = mark[2], mark[4].end_row
    local to = last and math.min(last + 1, api.nvim_buf_line_count(bufnr)) or from
    table.insert(list, {
      id = mark[1],
      from = from,
      to = to,
      lines = api.nvim_buf_get_lines(bufnr, from, to, false),
    })
  end
end

--- Where all comments stand that are shown, and what stands there.
---@return { id: integer, from: integer, to: integer, lines: string[] }[]
function M.places()
  local list = {}
  for bufnr in pairs(shown) do
    add_places(bufnr, list)
  end
  return list
end

--- Tells the host where they stood, before a buffer is unloaded.
---@param bufnr integer
local function watch(bufnr)
  shown[bufnr] = true
  api.nvim_clear_autocmds({ group = group, buffer = bufnr })
  api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = bufnr,
    callback = function()
      local places = {}
      if api.nvim_buf_is_loaded(bufnr) then
        add_places(bufnr, places)
      end
      M.clear(bufnr)
      if #places > 0 then
        host.send('review_comments_left', { places = places })
      end
    end,
  })
end

---@param bufnr integer
function M.clear(bufnr)
  shown[bufnr] = nil
  api.nvim_clear_autocmds({ group = group, buffer = bufnr })
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
end

---@param bufnr integer
---@param comment acp.PlacedComment
---@param mark? table where it stands already
local function put(bufnr, comment, mark)
  local last = api.nvim_buf_line_count(bufnr) - 1
  local row = mark and mark[2] or math.min(comment.from, last)
  local end_row = comment.to > comment.from and math.min(comment.to - 1, last) or nil
  if mark then
    end_row = mark[4].end_row
  end
  api.nvim_buf_set_extmark(bufnr, namespace, row, 0, {
    id = comment.id,
    end_row = end_row,
    end_col = end_row and 0,
    virt_text = { { ' ┃ ' .. comment.text:gsub('\n', ' '), 'AcpReviewComment' } },
    virt_text_pos = 'eol',
    hl_mode = 'combine',
    strict = false,
  })
end

--- Shows these comments of a file, and no others.
---@param path string
---@param comments acp.PlacedComment[]
function M.show(path, comments)
  local bufnr = info.loaded(path)
  if not bufnr then
    return
  elseif #comments == 0 then
    M.clear(bufnr)
    return
  end
  hl.setup()
  watch(bufnr)
  local known = {}
  for _, mark in ipairs(marks_in(bufnr)) do
    known[mark[1]] = mark
  end
  for _, comment in ipairs(comments) do
    put(bufnr, comment, known[comment.id])
    known[comment.id] = nil
  end
  for id in pairs(known) do
    api.nvim_buf_del_extmark(bufnr, namespace, id)
  end
end

--- Comments on lines of the current buffer; without a text the user is asked for it.
---@param first integer line
---@param last integer line
---@param text? string
function M.add(first, last, text)
  local path = paths.of_buffer(0)
  if not path then
    notify.show('info', 'comments are on lines of files')
    return
  end
  host.notify('review_comment', {
    path = path,
    row = first - 1,
    end_row = last,
    lines = api.nvim_buf_get_lines(0, first - 1, last, false),
    cwd = vim.fn.getcwd(),
    text = text and text ~= '' and text or nil,
  })
end

-- The next host has read what this one has kept, and shows it again.
host.on_exit(function()
  for bufnr in pairs(shown) do
    M.clear(bufnr)
  end
end)

return M

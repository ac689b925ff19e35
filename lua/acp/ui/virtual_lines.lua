--- Lines that are shown and are not in the buffer. Neovim draws them as they are: tabs, wrapping and the background up
--- to the edge of the window are up to us.
local M = {}

--- A long line takes so many rows at most, in windows that wrap, and no window counts as narrower than this.
local MAX_ROWS, MIN_WIDTH = 4, 20
--- Wider than a window: virtual lines are cut at its edge.
local FILL = (' '):rep(400)

---@param chunks acp.Chunk[]
---@param stop integer 'tabstop'
---@return acp.Chunk[] # tabs as the buffer shows them
function M.expand_tabs(chunks, stop)
  local column = 0
  local function expand(before, tab)
    column = column + vim.fn.strdisplaywidth(before)
    local blanks = tab ~= '' and stop - column % stop or 0
    column = column + blanks
    return before .. (' '):rep(blanks)
  end
  return vim.tbl_map(function(chunk)
    return { (chunk[1]:gsub('([^\t]*)(\t?)', expand)), chunk[2] }
  end, chunks)
end

--- Cells for text in the narrowest window of a buffer that wraps lines; nil: none does.
---@param bufnr integer
---@return integer?
function M.wrap_width(bufnr)
  local width
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    if vim.wo[win].wrap then
      local info = vim.fn.getwininfo(win)[1]
      local own = math.max(info.width - info.textoff, MIN_WIDTH)
      width = math.min(width or own, own)
    end
  end
  return width
end

--- The longest start of a text that fits, and at least one character.
---@return string rest
local function split_at(text, width)
  local head = vim.fn.printf('%.' .. math.max(width, 1) .. 'S', text)
  head = head ~= '' and head or vim.fn.strcharpart(text, 0, 1)
  return head, text:sub(#head + 1)
end

--- Virtual lines are not wrapped by Neovim: a line as the rows that it takes, each filled to the edge.
---@param chunks acp.Chunk[]
---@param width integer?
---@param background string the group that fills them
---@return acp.Chunk[][]
function M.rows(chunks, width, background)
  local rows, left = { {} }, width
  for _, chunk in ipairs(chunks) do
    local text, group = chunk[1], chunk[2]
    while left and vim.fn.strdisplaywidth(text) > left and #rows < MAX_ROWS do
      local head
      if left > 0 then
        head, text = split_at(text, left)
        table.insert(rows[#rows], { head, group })
      end
      table.insert(rows, {})
      left = width
    end
    table.insert(rows[#rows], { text, group })
    left = left and left - vim.fn.strdisplaywidth(text)
  end
  for _, row in ipairs(rows) do
    table.insert(row, { FILL, background })
  end
  return rows
end

--- Lines of text in one group, as the rows that they take.
---@param texts string[]
---@param bufnr integer
---@param width integer?
---@param group string
---@return acp.Chunk[][]
function M.block(texts, bufnr, width, group)
  local rows = {}
  for _, text in ipairs(texts) do
    local chunks = M.expand_tabs({ { text, group } }, vim.bo[bufnr].tabstop)
    vim.list_extend(rows, M.rows(chunks, width, group))
  end
  return rows
end

--- Lines above the first one stand outside of windows until these are scrolled there.
---@param bufnr integer
---@param count integer
function M.reveal_top(bufnr, count)
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    vim.api.nvim_win_call(win, function()
      local view = vim.fn.winsaveview()
      if view.topline == 1 and view.topfill < count then
        vim.fn.winrestview({ topline = 1, topfill = count })
      end
    end)
  end
end

return M

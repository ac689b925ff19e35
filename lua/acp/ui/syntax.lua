--- Lines of code to coloured pieces, row by row: by the parser of their language, else by Vim's 'syntax'. Knows nothing
--- of the buffers and windows that show them.
local M = {}

local api = vim.api

---@class acp.CodePiece
---@field from integer byte
---@field to integer byte
---@field group string
---@field priority integer among pieces
---@field conceal? string

---@alias acp.CodeRows table<integer, acp.CodePiece[]> by row, counted from 0

--- Of longer lines only the start is coloured.
local MAX_PARSED, MAX_MATCHED = 2000, 300

---@param path string
---@return string? filetype
function M.filetype(path)
  local ok, filetype = pcall(vim.filetype.match, { filename = path })
  return ok and filetype and filetype:find('^[%w_%-.+]+$') and filetype or nil
end

---@param lang string
---@return boolean
function M.has_parser(lang)
  local ok, added = pcall(vim.treesitter.language.add, lang)
  -- Neovim 0.10 throws for a missing parser and answers nothing for one that is there.
  return ok and (added == true or vim.fn.has('nvim-0.11') == 0)
end

---@type table<string, string|false> languages with a parser, by filetype
local languages = {}

---@param filetype string
---@return string|false
local function language_of(filetype)
  if languages[filetype] == nil then
    local lang = vim.treesitter.language.get_lang(filetype) or filetype
    local has_query, query = pcall(vim.treesitter.query.get, lang, 'highlights')
    languages[filetype] = M.has_parser(lang) and has_query and query and lang or false
  end
  return languages[filetype]
end

---@param rows acp.CodeRows
---@param row integer
---@param piece acp.CodePiece
function M.put(rows, row, piece)
  rows[row] = rows[row] or {}
  table.insert(rows[row], piece)
end

--- Puts what a range of lines has in common, in each of its rows.
---@param rows acp.CodeRows
---@param range integer[] start row, start column, end row, end column
---@param lines string[]
---@param piece { group: string, priority: integer, conceal?: string }
function M.put_range(rows, range, lines, piece)
  local first, from, last, to = unpack(range)
  for row = first, last do
    local text = lines[row + 1] or ''
    local start, stop = row == first and from or 0, row == last and to or #text
    if stop > start then
      M.put(rows, row, {
        from = start,
        to = stop,
        group = piece.group,
        priority = piece.priority,
        conceal = piece.conceal,
      })
    end
  end
end

---@param rows acp.CodeRows
---@param tree TSTree
---@param lang string
---@param text string
---@param lines string[]
local function add_tree(rows, tree, lang, text, lines)
  local query = vim.treesitter.query.get(lang, 'highlights')
  if not query then
    return
  end
  for id, node, metadata in query:iter_captures(tree:root(), text, 0, -1) do
    local name = query.captures[id]
    if name:sub(1, 1) ~= '_' and name ~= 'spell' and name ~= 'nospell' then
      M.put_range(rows, { node:range() }, lines, {
        group = ('@%s.%s'):format(name, lang),
        priority = (tonumber(metadata.priority) or 100) - 100,
      })
    end
  end
end

---@param lines string[]
---@param lang string
---@return acp.CodeRows
local function by_parser(lines, lang)
  local text = table.concat(lines, '\n') .. '\n'
  local parser = vim.treesitter.get_string_parser(text, lang)
  parser:parse(true)
  local rows = {}
  parser:for_each_tree(function(tree, language)
    add_tree(rows, tree, language:lang(), text, lines)
  end)
  return rows
end

--- The pieces of one line of the current buffer.
---@param rows acp.CodeRows
local function match_line(rows, row, line)
  local group, from = nil, 0
  local stop = math.min(#line, MAX_MATCHED)
  for col = 0, stop do
    local id = col < stop and vim.fn.synID(row + 1, col + 1, 1) or 0
    local name = id ~= 0 and vim.fn.synIDattr(id, 'name') or nil
    -- Its ground would cover that of the line.
    if name and vim.fn.synIDattr(vim.fn.synIDtrans(id), 'name') == 'Normal' then
      name = nil
    end
    if name ~= group then
      if group then
        M.put(rows, row, { from = from, to = col, group = group, priority = 0 })
      end
      group, from = name, col
    end
  end
end

---@param lines string[]
---@param filetype string
---@return acp.CodeRows
local function by_syntax(lines, filetype)
  local rows = {}
  local bufnr = api.nvim_create_buf(false, true)
  local ok, problem = pcall(function()
    vim.bo[bufnr].modeline = false
    api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
    -- No filetype: no plugin and no language server hears of it.
    vim.bo[bufnr].syntax = filetype
    api.nvim_buf_call(bufnr, function()
      for row, line in ipairs(lines) do
        match_line(rows, row - 1, line)
      end
    end)
  end)
  api.nvim_buf_delete(bufnr, { force = true })
  return ok and rows or error(problem, 0)
end

--- Code that cannot be coloured has no pieces.
---@param lines string[]
---@param filetype string
---@return acp.CodeRows
function M.rows(lines, filetype)
  local lang = language_of(filetype)
  local cut = vim.tbl_map(function(line)
    return line:sub(1, MAX_PARSED)
  end, lines)
  local ok, rows = pcall(lang and by_parser or by_syntax, cut, lang or filetype)
  return ok and rows or {}
end

return M

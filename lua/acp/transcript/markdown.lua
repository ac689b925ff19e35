--- Markdown text to coloured pieces, one list for each row. With treesitter where its parser is there, else by a few
--- patterns. Knows nothing of buffers and windows.
local syntax = require('acp.ui.syntax')

local M = {}

---@class acp.Piece: acp.CodePiece
---@field to integer byte; -1: the whole line, up to the window's edge

---@alias acp.Rows table<integer, acp.Piece[]>

--- Below the priority that the views' own colours have.
local PRIORITY = { code = 90, text = 100 }

--- Patterns cost less than parsing when one line holds a whole file.
local MAX_PARSED_BYTES = 65536

---@type boolean?
local has_parser

local function parser_is_there()
  if has_parser == nil then
    has_parser = syntax.has_parser('markdown') and syntax.has_parser('markdown_inline')
  end
  return has_parser
end

--- Code has a background of its own.
---@param node TSNode
local function put_code(rows, node)
  local first, _, last, col = node:range()
  for row = first, col == 0 and last - 1 or last do
    syntax.put(rows, row, { from = 0, to = -1, group = 'AcpCode', priority = PRIORITY.code })
  end
end

--- What may be hidden: marks of style. Never brackets, which may be the agent's words (`a[0]`), and never the target
--- of a link, which its text could belie.
local CONCEALED = {
  code_span_delimiter = true,
  emphasis_delimiter = true,
  fenced_code_block_delimiter = true,
}

local SKIPPED = { spell = true, nospell = true, none = true, conceal = true }

---@param tree TSTree
local function add_tree(rows, tree, lang, text, lines)
  local query = vim.treesitter.query.get(lang, 'highlights')
  if not query then
    return
  end
  for id, node, metadata in query:iter_captures(tree:root(), text, 0, -1) do
    local name = query.captures[id]
    local own = metadata[id]
    local conceal = CONCEALED[node:type()] and (own and own.conceal or metadata.conceal) or nil
    local coloured = not SKIPPED[name] and name:sub(1, 1) ~= '_'
    if coloured or conceal then
      local range = vim.treesitter.get_range(node, text, own)
      syntax.put_range(rows, { range[1], range[2], range[4], range[5] }, lines, {
        group = coloured and ('@%s.%s'):format(name, lang) or '',
        priority = PRIORITY.text
          + (tonumber(own and own.priority or metadata.priority) or 100)
          - 100,
        conceal = conceal,
      })
    end
  end
  if lang == 'markdown' then
    local blocks = vim.treesitter.query.parse('markdown', '(fenced_code_block) @code')
    for _, node in blocks:iter_captures(tree:root(), text, 0, -1) do
      put_code(rows, node)
    end
  end
end

--- Blocks of code that no parser of their own has coloured.
---@param tree TSTree of the Markdown
---@param text string
---@param coloured table<integer, true> rows
---@return acp.CodeBlock[]
local function uncoloured(tree, text, coloured)
  local query = vim.treesitter.query.parse(
    'markdown',
    '(fenced_code_block (info_string (language) @language) (code_fence_content) @code)'
  )
  local blocks, language = {}, nil
  for id, node in query:iter_captures(tree:root(), text, 0, -1) do
    if query.captures[id] == 'language' then
      language = vim.treesitter.get_node_text(node, text)
    else
      local first, _, last, col = node:range()
      last = col == 0 and last - 1 or last
      if language and last >= first and not coloured[first] then
        table.insert(blocks, { language = language, from = first, to = last })
      end
      language = nil
    end
  end
  return blocks
end

---@return acp.Rows
---@return acp.CodeBlock[]
local function by_parser(lines)
  local text = table.concat(lines, '\n') .. '\n'
  local parser = vim.treesitter.get_string_parser(text, 'markdown')
  parser:parse(true)
  local rows, coloured, blocks = {}, {}, {}
  parser:for_each_tree(function(tree, language)
    local lang = language:lang()
    add_tree(rows, tree, lang, text, lines)
    if not lang:find('^markdown') then
      coloured[tree:root():range()] = true
    end
  end)
  for _, tree in pairs(parser:trees()) do
    vim.list_extend(blocks, uncoloured(tree, text, coloured))
  end
  return rows, blocks
end

local INLINE = {
  { '()`[^`]+`()', '@markup.raw' },
  { '()%*%*[^*]+%*%*()', '@markup.strong' },
}

local function add_line(rows, row, line)
  local function add(from, to, group)
    syntax.put(rows, row, { from = from - 1, to = to - 1, group = group, priority = PRIORITY.text })
  end
  local level = line:match('^(#+)%s')
  if level and #level <= 6 then
    add(1, #line + 1, ('@markup.heading.%d'):format(#level))
    return
  end
  local from, to = line:match('^%s*()[-*+]()%s')
  if not from then
    from, to = line:match('^%s*()%d+[.)]()%s')
  end
  if from then
    add(from, to, '@markup.list')
  end
  for _, inline in ipairs(INLINE) do
    for first, last in line:gmatch(inline[1]) do
      add(first, last, inline[2])
    end
  end
end

---@return acp.Rows
---@return acp.CodeBlock[]
local function by_patterns(lines)
  local rows, blocks, fence = {}, {}, nil
  for index, line in ipairs(lines) do
    local run = line:match('^ ? ? ?(```+)') or line:match('^ ? ? ?(~~~+)')
    local closes = fence and run and run:sub(1, #fence) == fence and vim.trim(line) == run
    if fence or run then
      syntax.put(
        rows,
        index - 1,
        { from = 0, to = -1, group = 'AcpCode', priority = PRIORITY.code }
      )
      syntax.put(rows, index - 1, {
        from = 0,
        to = #line,
        group = '@markup.raw.block',
        priority = PRIORITY.text,
      })
      if fence and not closes then
        blocks[#blocks].to = index - 1
      elseif run and not fence then
        local language = line:match('^%s*[`~]+%s*([%w_+-]+)') or ''
        table.insert(blocks, { language = language, from = index, to = index - 1 })
      end
      fence = not closes and (fence or run) or nil
    else
      add_line(rows, index - 1, line)
    end
  end
  return rows, blocks
end

local function bytes_of(lines)
  local sum = 0
  for _, line in ipairs(lines) do
    sum = sum + #line + 1
  end
  return sum
end

local is_reported = false

---@return acp.Rows
---@return acp.CodeBlock[]
local function text_rows(lines)
  if not parser_is_there() or bytes_of(lines) > MAX_PARSED_BYTES then
    return by_patterns(lines)
  end
  local ok, rows, blocks = pcall(by_parser, lines)
  if ok then
    return rows, blocks
  end
  if not is_reported then
    is_reported = true
    vim.schedule(function()
      require('acp.ui.notify').show(
        'warn',
        'highlighting with treesitter failed: ' .. tostring(rows)
      )
    end)
  end
  return by_patterns(lines)
end

---@param lines string[]
---@return acp.Rows # by row, counted from 0
---@return acp.CodeBlock[] # code without colours of its own
function M.rows(lines)
  local rows, blocks = text_rows(lines)
  require('acp.transcript.tables').add(rows, lines)
  return rows, blocks
end

return M

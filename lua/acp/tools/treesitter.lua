--- The named nodes of a text's syntax tree, for outlines. Which of them are declarations is decided by the host
--- (src/mcp/outline.ts). They are found a slice at a time: a long text shall not hold up the editor.
local info = require('acp.buffers.info')
local lsp = require('acp.tools.lsp')

local M = {}

--- Nanoseconds at a time.
local SLICE = 8e6
--- Enough of a text to know its language by.
local MAX_CHARACTERS = 4096

---@param path string absolute, symbolic links resolved
---@param text string
---@return string
local function filetype_of(path, text)
  local bufnr = info.loaded(path)
  if bufnr and vim.bo[bufnr].filetype ~= '' then
    return vim.bo[bufnr].filetype
  end
  local contents = vim.split(text:sub(1, MAX_CHARACTERS), '\n')
  return vim.filetype.match({ filename = path, contents = contents }) or ''
end

--- What a node names, where it has a value besides: a field of a class, an entry of an object, the left side of an
--- assignment.
local NAMES = { 'name', 'property', 'key', 'left' }

---@param node TSNode
---@return TSNode?
local function named(node)
  for _, field in ipairs(NAMES) do
    local name = node:field(field)[1]
    if name then
      return name
    end
  end
  local declarator = node:field('declarator')[1]
  if declarator then
    return named(declarator) or declarator
  end
end

--- The name of a node: its own, that of what it declares, of what it implements or of its heading.
---@param node TSNode
---@return TSNode?
local function name_of(node)
  local name = named(node) or (node:type():find('impl', 1, true) and node:field('type')[1])
  if name then
    return name
  end
  for child in node:iter_children() do
    if child:type():find('heading$') then
      return child:field('heading_content')[1]
    elseif child:type():find('declaration$') or child:type() == 'variable_list' then
      return named(child)
    end
  end
end

--- What is given to a name. Lua has lists on both sides of an assignment, of which only the first are looked at.
---@param node TSNode
---@return TSNode?
local function value_of(node)
  if not node:type():find('assignment', 1, true) then
    return node:field('value')[1]
  end
  local values = node:named_child(1)
  return node:field('right')[1] or (values and values:field('value')[1])
end

---@param node TSNode
---@param types string[]
local function is_wanted(node, types)
  local value = value_of(node)
  local kind = node:type() .. (value and ' ' .. value:type() or '')
  return vim.iter(types):any(function(part)
    return kind:find(part, 1, true) ~= nil
  end)
end

---@class acp.NamedNode
---@field type string
---@field value? string
---@field name string
---@field row integer
---@field end_row integer
---@field has_body boolean

---@param node TSNode
---@param name TSNode
---@param text string
---@return acp.NamedNode
local function described(node, name, text)
  local value = value_of(node)
  local row, _, end_row, end_column = node:range()
  return {
    type = node:type(),
    value = value and value:type(),
    name = vim.treesitter.get_node_text(name, text),
    row = row,
    end_row = end_column == 0 and end_row > row and end_row - 1 or end_row,
    has_body = #node:field('body') > 0,
  }
end

--- Walks a tree in the order of its text, and lets the editor do other things in between.
---@param root TSNode
---@param visit fun(node: TSNode)
---@param done fun()
local function walk(root, visit, done)
  local pending = { root }
  local function go_on()
    local began = vim.uv.hrtime()
    while #pending > 0 do
      local node = table.remove(pending)
      visit(node)
      for index = node:named_child_count() - 1, 0, -1 do
        table.insert(pending, node:named_child(index))
      end
      if vim.uv.hrtime() - began > SLICE then
        return vim.schedule(go_on)
      end
    end
    done()
  end
  go_on()
end

--- Answers with the nodes of a text that have a name and one of these words in their type, or with why there are none.
---@param ask integer
---@param source { path: string, text: string, types: string[], max: integer }
function M.nodes(ask, source)
  local filetype = filetype_of(source.path, source.text)
  local language = vim.treesitter.language.get_lang(filetype) or filetype
  local known, parser = pcall(vim.treesitter.get_string_parser, source.text, language)
  if not known or not parser then
    return lsp.reply(ask, { filetype = filetype })
  end
  local parsed, trees = pcall(parser.parse, parser)
  local tree = parsed and trees and trees[1]
  if not tree then
    return lsp.reply(ask, { filetype = filetype })
  end
  local nodes = {}
  walk(tree:root(), function(node)
    if #nodes < source.max and is_wanted(node, source.types) then
      local name = name_of(node)
      if name then
        table.insert(nodes, described(node, name, source.text))
      end
    end
  end, function()
    lsp.reply(ask, { filetype = filetype, language = language, nodes = nodes })
  end)
end

return M

--- Colours of code in languages without a parser, by Vim's 'syntax'. Syntax files are scripts, which cannot run while
--- the screen is drawn: the colours come a moment later. Until then what is known of the same block stays.
local syntax = require('acp.ui.syntax')

local M = {}

--- Milliseconds until a block is coloured: while it streams in, not at every redraw.
local REST_MS = 50
--- Blocks that are remembered.
local MAX_KNOWN = 100

---@class acp.CodeBlock
---@field language string as its fence names it
---@field from integer row of the first line
---@field to integer row of the last line

---@class acp.KnownCode
---@field lines string[]
---@field rows acp.CodeRows

local function nothing_known()
  return { count = 0, by_text = {}, by_start = {} }
end

--- By all of the text, and by its first line: what a block began as that is streaming in.
---@type { count: integer, by_text: table<string, acp.KnownCode>, by_start: table<string, acp.KnownCode> }
local known = nothing_known()
--- What waits for its colours, by its first line.
---@type table<string, { lines: string[], filetype: string, ready: fun() }>
local pending = {}

---@type table<string, string|false>
local filetypes = {}

--- The filetype that Vim has a syntax for, of a language by its name or by its usual suffix (`py`).
---@param language string
---@return string|false
local function filetype_of(language)
  local name = language:lower()
  if filetypes[name] == nil then
    local function has_syntax(filetype)
      return filetype ~= nil
        and filetype:find('^[%w_%-+]+$') ~= nil
        and #vim.api.nvim_get_runtime_file(('syntax/%s.vim'):format(filetype), false) > 0
    end
    local by_suffix = name:find('^[%w_%-+]+$') and syntax.filetype('a.' .. name) or nil
    filetypes[name] = has_syntax(name) and name or has_syntax(by_suffix) and by_suffix or false
  end
  return filetypes[name]
end

---@param filetype string
---@param lines string[]
---@return string of all of the text
---@return string of its first line
local function keys_of(filetype, lines)
  return filetype .. '\n' .. table.concat(lines, '\n'), filetype .. '\n' .. lines[1]
end

local function run_all()
  local jobs = pending
  pending = {}
  for _, job in pairs(jobs) do
    if known.count >= MAX_KNOWN then
      known = nothing_known()
    end
    local text, start = keys_of(job.filetype, job.lines)
    local found = { lines = job.lines, rows = syntax.rows(job.lines, job.filetype) }
    known.count = known.count + 1
    known.by_text[text], known.by_start[start] = found, found
  end
  for _, job in pairs(jobs) do
    job.ready()
  end
end

---@param start string
local function want(start, filetype, lines, ready)
  if next(pending) == nil then
    vim.defer_fn(run_all, REST_MS)
  end
  pending[start] = { lines = lines, filetype = filetype, ready = ready }
end

--- What is known of the lines of a block; what is not is found out, and then `ready` is called.
---@param language string
---@param lines string[]
---@param ready fun()
---@return acp.CodeRows
function M.rows(language, lines, ready)
  local filetype = filetype_of(language)
  if not filetype or #lines == 0 then
    return {}
  end
  local text, start = keys_of(filetype, lines)
  if known.by_text[text] then
    return known.by_text[text].rows
  end
  want(start, filetype, lines, ready)
  local rows, before = {}, known.by_start[start]
  for row, pieces in pairs(before and before.rows or {}) do
    if before.lines[row + 1] == lines[row + 1] then
      rows[row] = pieces
    end
  end
  return rows
end

return M

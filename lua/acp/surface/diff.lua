--- Colours of diffs in buffers that the host fills: grounds, numbers, signs and code. Only what a window shows is
--- coloured, so that the cost does not grow with the diff.
local hl = require('acp.ui.hl')
local ranges = require('acp.surface.ranges')
local syntax = require('acp.ui.syntax')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.diff')

--- The ground is below the code, and that below the views' own marks.
local LINE_PRIORITY, CODE_PRIORITY = 80, 100
--- Rows of a hunk whose code is parsed together.
local CHUNK = 100
--- Milliseconds of parsing, after which the editor has its turn.
local SLICE_MS = 10

---@class acp.DiffStyle
---@field sign string
---@field line string

---@type table<string, acp.DiffStyle>
local STYLES = {
  ['+'] = { sign = 'AcpDiffAdd', line = 'AcpDiffAddLine' },
  ['-'] = { sign = 'AcpDiffDelete', line = 'AcpDiffDeleteLine' },
}

---@type table<acp.Range, table<integer, acp.CodeRows>> pieces by chunk; a range that is drawn anew is another table
local coloured = setmetatable({}, { __mode = 'k' })

--- Of hunks that are drawn anew most have the same text: their colours are there at once.
---@type { count: integer, by_key: table<string, acp.CodeRows> }
local remembered = { count = 0, by_key = {} }
local MAX_REMEMBERED = 300

---@class acp.DiffJob
---@field bufnr integer
---@field range acp.Range
---@field chunk integer

---@type acp.DiffJob[]
local jobs = {}
local installed = false

--- The code of some rows as it was before the change (`-`) or is after it (`+`).
---@param lines string[]
---@param range acp.Range
---@param side '+'|'-'
---@return string[] code
---@return integer[] rows # which of `lines` they are, from 0
local function side_of(lines, range, side)
  local code, rows, column = {}, {}, range.layout.column
  for index, line in ipairs(lines) do
    local sign = line:sub(range.layout.sign + 1, range.layout.sign + 1)
    if sign == side or sign == ' ' then
      table.insert(code, line:sub(column + 1))
      table.insert(rows, index - 1)
    end
  end
  return code, rows
end

--- The rows of a chunk, with their signs and numbers.
---@param bufnr integer
---@param range acp.Range
---@param chunk integer
---@return string[]
local function lines_of(bufnr, range, chunk)
  local first = range.from + chunk * CHUNK
  return api.nvim_buf_get_lines(bufnr, first, math.min(first + CHUNK, range.to + 1), false)
end

--- What the colours of a chunk depend on.
---@param lines string[]
---@param range acp.Range
---@return string
local function key_of(lines, range)
  local layout = range.layout
  return table.concat({ layout.path, layout.sign, layout.column, unpack(lines) }, '\n')
end

---@param lines string[]
---@param range acp.Range
---@return acp.CodeRows
local function colour(lines, range)
  local found = {}
  local filetype = syntax.filetype(range.layout.path)
  -- What stays is coloured as it is after the change.
  for _, side in ipairs(filetype and { '-', '+' } or {}) do
    local code, rows = side_of(lines, range, side)
    if #code > 0 then
      for row, pieces in pairs(syntax.rows(code, filetype)) do
        if rows[row + 1] then
          found[rows[row + 1]] = pieces
        end
      end
    end
  end
  return found
end

---@param key string
---@param rows acp.CodeRows
local function remember(key, rows)
  if remembered.count >= MAX_REMEMBERED then
    remembered = { count = 0, by_key = {} }
  end
  remembered.count = remembered.count + 1
  remembered.by_key[key] = rows
end

---@param job acp.DiffJob
local function run(job)
  local range = job.range
  if not api.nvim_buf_is_loaded(job.bufnr) or ranges.diff_at(job.bufnr, range.from) ~= range then
    return
  end
  local lines = lines_of(job.bufnr, range, job.chunk)
  local rows = colour(lines, range)
  coloured[range][job.chunk] = rows
  remember(key_of(lines, range), rows)
  for _, win in ipairs(vim.fn.win_findbuf(job.bufnr)) do
    api.nvim__redraw({ win = win, valid = false, flush = false })
  end
end

local function run_all()
  vim.uv.update_time()
  local start = vim.uv.now()
  while #jobs > 0 and vim.uv.now() - start < SLICE_MS do
    run(table.remove(jobs, 1))
    vim.uv.update_time()
  end
  if #jobs > 0 then
    vim.defer_fn(run_all, 1)
  end
end

--- After the redraw: syntax files are scripts.
---@param bufnr integer
---@param range acp.Range
---@param chunk integer
local function want(bufnr, range, chunk)
  local known = coloured[range] or {}
  coloured[range] = known
  if known[chunk] then
    return
  end
  known[chunk] = remembered.by_key[key_of(lines_of(bufnr, range, chunk), range)]
  if known[chunk] then
    return
  end
  known[chunk] = {}
  table.insert(jobs, { bufnr = bufnr, range = range, chunk = chunk })
  if #jobs == 1 then
    vim.schedule(run_all)
  end
end

---@param bufnr integer
---@param row integer
---@param from integer
---@param options vim.api.keyset.set_extmark
local function mark(bufnr, row, from, options)
  options.ephemeral, options.strict = true, false
  -- In the moment of a redraw a line may be shorter than it was.
  pcall(api.nvim_buf_set_extmark, bufnr, namespace, row, from, options)
end

---@param bufnr integer
---@param row integer
---@param range acp.Range
local function draw_line(bufnr, row, range)
  local layout = range.layout
  local text = api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
  local style = STYLES[text:sub(layout.sign + 1, layout.sign + 1)]
  mark(bufnr, row, 0, { end_col = layout.sign, hl_group = 'AcpDiffNumber' })
  if style then
    mark(bufnr, row, layout.sign, { end_col = layout.sign + 1, hl_group = style.sign })
    mark(bufnr, row, 0, {
      end_row = row + 1,
      end_col = 0,
      hl_eol = true,
      hl_group = style.line,
      priority = LINE_PRIORITY,
    })
  end
  local at = row - range.from
  local chunk = math.floor(at / CHUNK)
  want(bufnr, range, chunk)
  for _, piece in ipairs(coloured[range][chunk][at % CHUNK] or {}) do
    mark(bufnr, row, layout.column + piece.from, {
      end_col = layout.column + piece.to,
      hl_group = piece.group,
      priority = CODE_PRIORITY + piece.priority,
    })
  end
end

--- Colours diffs from now on, in all buffers that have some.
function M.install()
  if installed then
    return
  end
  installed = true
  hl.setup()
  api.nvim_set_decoration_provider(namespace, {
    on_win = function(_, _, bufnr)
      return ranges.has_diffs(bufnr)
    end,
    on_line = function(_, _, bufnr, row)
      local range = ranges.diff_at(bufnr, row)
      if range then
        draw_line(bufnr, row, range)
      end
    end,
  })
end

return M

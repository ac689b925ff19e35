--- What stands above the text of a prompt, in lines that are no part of it.
local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.prompt.shelf')
local group = api.nvim_create_augroup('acp.prompt.shelf', {})

--- The parts, from the top.
local PARTS = { 'plan', 'queue', 'context' }

---@type table<integer, table<string, acp.Chunk[][]>> by prompt buffer
local shelves = {}

---@param bufnr integer
---@return acp.Chunk[][]
local function lines_of(bufnr)
  local lines = {}
  for _, part in ipairs(PARTS) do
    vim.list_extend(lines, (shelves[bufnr] or {})[part] or {})
  end
  return lines
end

--- Rows that it takes.
---@param bufnr integer
---@return integer
function M.height(bufnr)
  return #lines_of(bufnr)
end

--- Neovim shows lines above the first one only where a window is told to.
---@param bufnr integer
local function reveal(bufnr)
  local height = M.height(bufnr)
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    api.nvim_win_call(win, function()
      local view = vim.fn.winsaveview()
      if view.topline == 1 and view.topfill ~= height then
        vim.fn.winrestview({ topline = 1, topfill = height })
      end
    end)
  end
end

---@param bufnr integer
local function watch(bufnr)
  local events = {
    'TextChanged',
    'TextChangedI',
    'TextChangedP',
    'CursorMoved',
    'CursorMovedI',
    'BufWinEnter',
    'WinScrolled',
  }
  api.nvim_create_autocmd(events, {
    group = group,
    buffer = bufnr,
    callback = function()
      reveal(bufnr)
    end,
  })
  api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = bufnr,
    callback = function()
      shelves[bufnr] = nil
    end,
  })
end

---@type fun(bufnr: integer)[]
local on_height = {}

--- Calls a listener when a prompt needs more or fewer rows.
---@param listener fun(bufnr: integer)
function M.on_height(listener)
  table.insert(on_height, listener)
end

--- Puts lines into a part.
---@param bufnr integer
---@param part 'plan'|'queue'|'context'
---@param lines acp.Chunk[][]
function M.set(bufnr, part, lines)
  if not shelves[bufnr] then
    shelves[bufnr] = {}
    watch(bufnr)
  end
  local before = M.height(bufnr)
  shelves[bufnr][part] = lines
  api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  if M.height(bufnr) > 0 then
    api.nvim_buf_set_extmark(bufnr, namespace, 0, 0, {
      virt_lines = lines_of(bufnr),
      virt_lines_above = true,
      right_gravity = false,
    })
  end
  if M.height(bufnr) ~= before then
    for _, listener in ipairs(on_height) do
      listener(bufnr)
    end
  end
  reveal(bufnr)
end

return M

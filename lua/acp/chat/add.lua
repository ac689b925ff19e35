--- Adds things to the prompt of the current chat, which need not be shown.
local anchors = require('acp.context.anchors')
local chips = require('acp.prompt.chips')
local context = require('acp.context')
local notify = require('acp.ui.notify')
local opening = require('acp.chat.opening')
local paths = require('acp.paths')
local views = require('acp.chat.views')
local windows = require('acp.chat.windows')

local M = {}

local api = vim.api

--- The current view, made when there is none; nothing is started for it yet.
---@return acp.View
local function current_view()
  local view = views.current()
  if not view then
    view = opening.make()
    views.set_current(view)
  end
  return opening.ensure(view)
end

--- A path as the prompts of a view call it.
---@param view acp.View
---@param path string absolute
local function shown_path(view, path)
  local folder = view.cwd:gsub('/$', '') .. '/'
  return vim.startswith(path, folder) and path:sub(#folder + 1) or path
end

--- Who does not see the prompt is notified.
---@param view acp.View
---@param name string
local function insert(view, name)
  chips.insert(view.prompt, name)
  if not windows.is_open() then
    notify.show('info', ('@%s goes along with the next prompt'):format(name))
  end
end

--- A buffer as the prompts of a view call it.
---@param view acp.View
---@param bufnr integer
local function name_of(view, bufnr)
  local is_file = paths.of_buffer(bufnr) ~= nil
  local path = is_file and paths.absolute(api.nvim_buf_get_name(bufnr))
  return path and shown_path(view, path) or ('buffer:%d'):format(bufnr)
end

--- Adds lines of a buffer, which stay on their text until the prompt is sent.
---@param bufnr integer
---@param first integer
---@param last integer
function M.lines(bufnr, first, last)
  local view = current_view()
  local range = first == last and tostring(first) or ('%d-%d'):format(first, last)
  local name = ('%s:%s'):format(name_of(view, bufnr), range)
  chips.make_free(view.prompt, name)
  anchors.set(view.prompt, name, bufnr, first, last)
  insert(view, name)
end

--- A file, wherever it lies.
---@param view acp.View
---@param path string
local function add_file(view, path)
  -- As in other commands: "%" is the current file, and blanks may be escaped.
  local plain = path:find('^[%%#]') and vim.fn.expand(path) or path:gsub('\\ ', ' ')
  local whole = paths.absolute(vim.fn.fnamemodify(plain, ':p'))
  if not vim.uv.fs_stat(whole) then
    notify.show('error', ('there is no file "%s"'):format(path))
    return
  end
  local name = shown_path(view, whole)
  anchors.set_file(view.prompt, name, whole)
  insert(view, name)
end

--- The buffer that the user works on, or works on beside a window of ours.
---@return integer?
local function worked_on()
  for _, buffer in ipairs(context.buffers()) do
    if buffer.current then
      return buffer.bufnr
    end
  end
end

---@type table<string, fun(view: acp.View, path?: string)>
local THINGS = {
  buffer = function(view)
    local bufnr = worked_on()
    if not bufnr then
      notify.show('info', 'there is no buffer to add')
      return
    end
    local name = name_of(view, bufnr)
    anchors.set(view.prompt, name, bufnr)
    insert(view, name)
  end,
  selection = function()
    local place = context.selection()
    if place == vim.NIL then
      notify.show('info', 'nothing was selected')
    else
      M.lines(place.bufnr, place.first, place.last)
    end
  end,
  diagnostics = function(view)
    insert(view, 'diagnostics')
  end,
  quickfix = function(view)
    insert(view, 'quickfix')
  end,
  diff = function(view)
    insert(view, 'diff')
  end,
  file = function(view, path)
    add_file(view, path or '%')
  end,
  image = function(view, path)
    if path then
      add_file(view, path)
    else
      insert(view, 'image')
    end
  end,
}

--- `:Acp add`: a thing, or the lines of a range.
---@param what string
---@param path? string
function M.thing(what, path)
  THINGS[what](current_view(), path)
end

--- 'operatorfunc' of `<Plug>(acp-add)`: the lines that the motion goes over.
function M.operate()
  M.lines(
    api.nvim_get_current_buf(),
    api.nvim_buf_get_mark(0, '[')[1],
    api.nvim_buf_get_mark(0, ']')[1]
  )
end

--- Begins the operator, as an expression of a map.
---@return string
function M.operator()
  vim.go.operatorfunc = "v:lua.require'acp.chat.add'.operate"
  return 'g@'
end

return M

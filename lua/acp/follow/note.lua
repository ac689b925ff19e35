--- Says in the code window that following is paused, and how it goes on: one line at the window's top right. A float
--- changes no option of the user's window, moves no text, and needs no restoring; a window bar of the user's own, and
--- plugins that draw one, stay as they are.
local M = {}

local group = vim.api.nvim_create_augroup('acp.follow.note', {})

---@type integer?
local note
---@type integer?
local buf
---@type integer? window that it stands in
local target
--- The window that is to be moved now.
---@type fun(): integer?
local successor

--- The key that the user has mapped, else the command.
local function way_on()
  for _, map in ipairs(vim.api.nvim_get_keymap('n')) do
    if map.rhs == '<Plug>(acp-follow)' then
      -- As one types it; spaces and the leader have names.
      return (vim.fn.keytrans(vim.api.nvim_replace_termcodes(map.lhs, true, true, true)))
    end
  end
  return ':Acp follow'
end

local function is_open()
  return note ~= nil and vim.api.nvim_win_is_valid(note)
end

local function erase()
  if is_open() then
    pcall(vim.api.nvim_win_close, note, true)
  end
  note = nil
end

local function geometry(win, width)
  local info = vim.fn.getwininfo(win)[1]
  return {
    relative = 'win',
    win = win,
    anchor = 'NE',
    -- That is below a window bar.
    row = 0,
    col = info.width,
    width = math.max(1, math.min(width, info.width)),
    height = 1,
    focusable = false,
    zindex = 20,
  }
end

local function draw()
  if not target or not vim.api.nvim_win_is_valid(target) then
    -- Another window will be moved when it goes on.
    target = successor()
  end
  if not target then
    erase()
    return
  end
  local text = (' following paused · %s goes on '):format(way_on())
  if not buf or not vim.api.nvim_buf_is_valid(buf) then
    buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].modeline = false
    vim.bo[buf].undolevels = -1
  end
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, { text })
  local at = geometry(target, vim.fn.strdisplaywidth(text))
  if is_open() then
    vim.api.nvim_win_set_config(note, at)
    return
  end
  require('acp.ui.hl').setup()
  at = vim.tbl_extend('force', at, { style = 'minimal', noautocmd = true })
  local ok, win = pcall(vim.api.nvim_open_win, buf, false, at)
  if ok then
    note = win
    vim.wo[win].wrap = false
    vim.wo[win].winhighlight = 'NormalFloat:AcpFollowPaused'
  end
end

function M.hide()
  vim.api.nvim_clear_autocmds({ group = group })
  target = nil
  erase()
end

--- Shows it in a window until `hide`.
---@param win integer
---@param next_window fun(): integer? where to go when that window is closed
function M.show(win, next_window)
  if target == win and is_open() then
    return
  end
  M.hide()
  target, successor = win, next_window
  draw()
  vim.api.nvim_create_autocmd({ 'WinResized', 'VimResized', 'WinClosed' }, {
    group = group,
    callback = function()
      -- A split has no size of its own yet, a window that closes is still there.
      vim.schedule(function()
        if target then
          draw()
        end
      end)
    end,
  })
end

return M

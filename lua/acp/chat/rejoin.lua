--- The windows of a chat stay together, whatever the user's own window commands make of them: one that was moved to
--- another side or into a tab page, or that `:only` has left alone, gets the other one beside it.
local splits = require('acp.chat.splits')
local window_options = require('acp.chat.window_options')

local M = {}

local api = vim.api

---@param win integer
local function is_float(win)
  return api.nvim_win_get_config(win).relative ~= ''
end

--- Whether the prompt is right below the transcript, or below what stands between them.
---@param tree table as `winlayout` has it
---@param windows acp.Windows
---@return boolean
local function has_pair(tree, windows)
  if tree[1] == 'leaf' then
    return false
  end
  local children = tree[2]
  for index, child in ipairs(children) do
    if tree[1] == 'col' and child[2] == windows.chat then
      local below = children[index + 1] or {}
      below = below[2] == windows.bar and children[index + 2] or below
      return below[2] == windows.prompt
    elseif has_pair(child, windows) then
      return true
    end
  end
  return false
end

--- Both are there, and not where they belong.
---@param windows acp.Windows
---@return boolean
function M.is_torn(windows)
  if windows.kind == 'float' then
    return not (is_float(windows.chat) and is_float(windows.prompt))
  end
  local tab = api.nvim_tabpage_get_number(api.nvim_win_get_tabpage(windows.chat))
  return not has_pair(vim.fn.winlayout(tab), windows)
end

---@param tab integer
---@return integer[]
local function splits_of(tab)
  return vim.tbl_filter(function(win)
    return not is_float(win)
  end, api.nvim_tabpage_list_wins(tab))
end

--- The one that was moved: windows of a chat that was a float become splits by that.
---@param windows acp.Windows
---@return integer win
function M.moved(windows)
  local current = api.nvim_get_current_win()
  if windows.kind == 'float' then
    return is_float(windows.chat) and windows.prompt or windows.chat
  end
  return current == windows.prompt and current or windows.chat
end

--- Of a chat that has lost a window: the one that the user has made a place for by that. They have gone with it into
--- another tab page, or it is the only one left of theirs.
---@param windows acp.Windows
---@param view acp.View
---@param is_left_alone boolean the user was in this one when the other was closed
---@return integer? win
function M.kept(windows, view, is_left_alone)
  local win, tab = api.nvim_get_current_win(), api.nvim_get_current_tabpage()
  local bufnr = api.nvim_win_get_buf(win)
  if is_float(win) or not vim.tbl_contains({ view.chat, view.prompt }, bufnr) then
    return nil
  end
  local is_moved = win ~= windows.chat and win ~= windows.prompt and tab ~= windows.tab
  return (is_moved or is_left_alone and #splits_of(tab) == 1) and win or nil
end

--- At which side of the editor a window is now.
---@param win integer
---@return string
local function kind_at(win)
  if #splits_of(api.nvim_win_get_tabpage(win)) == 1 then
    return 'tab'
  end
  local row, column = unpack(vim.fn.win_screenpos(win))
  if api.nvim_win_get_width(win) == vim.o.columns then
    return row <= 2 and 'top' or 'bottom'
  end
  return column == 1 and 'left' or 'right'
end

---@param wins (integer?)[]
local function close(wins)
  for _, win in pairs(wins) do
    if api.nvim_win_is_valid(win) then
      pcall(api.nvim_win_close, win, true)
    end
  end
end

--- Opens beside a window of the chat, which is a split by now, what belongs there; the others go.
---@param windows acp.Windows
---@param view acp.View
---@param win integer
---@return acp.Windows
function M.at(windows, view, win)
  local is_chat = api.nvim_win_get_buf(win) == view.chat
  close(vim.tbl_filter(function(other)
    return other ~= win
  end, { windows.chat, windows.prompt, windows.bar }))
  vim.wo[win][0].winfixheight = false
  local other = splits.open_beside(view, win, is_chat)
  local joined = {
    chat = is_chat and win or other,
    prompt = is_chat and other or win,
    kind = kind_at(win),
  }
  joined.tab = api.nvim_win_get_tabpage(win)
  window_options.set(joined)
  return joined
end

return M

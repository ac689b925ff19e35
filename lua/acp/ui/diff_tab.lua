--- Two buffers side by side in a tab page of their own, in Neovim's diff mode. Closed, it leaves nothing behind: the
--- user is where they were, with the tab page that |g<Tab>| goes to.
local M = {}

local api = vim.api

--- What a window of ours, from which the tab page may be opened, has otherwise than the user's.
local GLOBAL_OPTIONS = {
  'colorcolumn',
  'cursorline',
  'fillchars',
  'foldcolumn',
  'foldenable',
  'linebreak',
  'list',
  'number',
  'relativenumber',
  'signcolumn',
  'spell',
  'statuscolumn',
  'winfixbuf',
  'winhighlight',
  'wrap',
}

---@class acp.DiffTab
---@field id integer the tab page
---@field wins integer[] left, right
---@field close fun()

local function use_global_options()
  for _, option in ipairs(GLOBAL_OPTIONS) do
    vim.cmd('setlocal ' .. option .. '<')
  end
end

---@class acp.Origin where the user was
---@field win integer
---@field tab integer
---@field previous? integer tab page

---@return acp.Origin
local function where_from()
  local number = vim.fn.tabpagenr('#')
  return {
    win = api.nvim_get_current_win(),
    tab = api.nvim_get_current_tabpage(),
    previous = api.nvim_list_tabpages()[number],
  }
end

--- Back to where the user was. The tab page before is visited, unseen, so that |g<Tab>| finds it again.
---@param from acp.Origin
local function go_back(from)
  local ignored = vim.o.eventignore
  if from.previous and api.nvim_tabpage_is_valid(from.previous) then
    vim.o.eventignore = 'all'
    pcall(api.nvim_set_current_tabpage, from.previous)
    vim.o.eventignore = ignored
  end
  if api.nvim_win_is_valid(from.win) then
    api.nvim_set_current_win(from.win)
  elseif api.nvim_tabpage_is_valid(from.tab) then
    api.nvim_set_current_tabpage(from.tab)
  end
end

--- A new window, whatever windows show the buffer already.
---@param modifiers string
---@param bufnr integer
---@return integer? win nil: there is no room, or no window may be opened now
local function split(modifiers, bufnr)
  local before, switchbuf = api.nvim_get_current_win(), vim.o.switchbuf
  vim.o.switchbuf = ''
  -- Autocommands that fail are no reason against a window that is there.
  pcall(vim.cmd, ('silent keepalt keepjumps %s sbuffer %d'):format(modifiers, bufnr))
  vim.o.switchbuf = switchbuf
  local win = api.nvim_get_current_win()
  if win == before then
    return nil
  end
  -- A file has those that the user wants for it.
  if vim.bo[bufnr].buftype ~= '' then
    use_global_options()
  end
  return win
end

--- Else the next window of the buffer would begin in diff mode's ways.
---@param win integer
local function leave_diff(win)
  if api.nvim_win_is_valid(win) then
    api.nvim_win_call(win, function()
      vim.cmd('diffoff')
    end)
  end
end

---@param tab integer
local function close_tab(tab)
  if api.nvim_tabpage_is_valid(tab) and #api.nvim_list_tabpages() > 1 then
    vim.cmd('silent! tabclose ' .. api.nvim_tabpage_get_number(tab))
  end
end

--- Opens the tab page, with the focus on the right.
---@param left integer buffer
---@param right integer buffer
---@param on_closed fun() whoever has closed it; the user is back by then
---@return acp.DiffTab? # nil: no tab page can be opened here
function M.open(left, right, on_closed)
  local from = where_from()
  local right_win = split('tab', right)
  if not right_win then
    return nil
  end
  local tab = api.nvim_get_current_tabpage()
  local left_win = split('leftabove vertical', left)
  if not left_win then
    close_tab(tab)
    go_back(from)
    return nil
  end
  local wins = { left_win, right_win }
  for _, win in ipairs(wins) do
    api.nvim_set_current_win(win)
    vim.cmd('diffthis')
  end
  local group = api.nvim_create_augroup('acp.diff_tab.' .. tab, {})
  local is_closing_here = false
  local function is_here()
    return api.nvim_get_current_tabpage() == tab
  end
  local function close()
    if not group then
      return
    end
    api.nvim_del_augroup_by_id(group)
    group = nil
    local was_here = is_closing_here or is_here()
    vim.iter(wins):each(leave_diff)
    close_tab(tab)
    if was_here then
      go_back(from)
    end
    on_closed()
  end
  -- Half of it is of no use.
  api.nvim_create_autocmd('WinClosed', {
    group = group,
    callback = function(event)
      local win = tonumber(event.match)
      if win and vim.list_contains(wins, win) then
        is_closing_here = is_closing_here or is_here()
        leave_diff(win)
        vim.schedule(close)
      end
    end,
  })
  return { id = tab, wins = wins, close = close }
end

return M

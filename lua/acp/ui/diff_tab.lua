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
---@field wins integer[] left, right
---@field close fun()

local function use_global_options()
  for _, option in ipairs(GLOBAL_OPTIONS) do
    vim.cmd('setlocal ' .. option .. '<')
  end
end

---@return { win: integer, previous: integer? }
local function where_from()
  local number = vim.fn.tabpagenr('#')
  return {
    win = api.nvim_get_current_win(),
    tab = api.nvim_get_current_tabpage(),
    previous = api.nvim_list_tabpages()[number],
  }
end

--- Back to where the user was. The tab page before is visited, unseen, so that |g<Tab>| finds it again.
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

---@param tab integer
---@param wins integer[]
local function close_windows(tab, wins)
  for _, win in ipairs(wins) do
    if api.nvim_win_is_valid(win) then
      api.nvim_win_call(win, function()
        vim.cmd('diffoff')
      end)
    end
  end
  if api.nvim_tabpage_is_valid(tab) and #api.nvim_list_tabpages() > 1 then
    vim.cmd('tabclose ' .. api.nvim_tabpage_get_number(tab))
  end
end

--- Opens the tab page, with the focus on the right.
---@param left integer buffer
---@param right integer buffer
---@param on_closed fun() whoever has closed it
---@return acp.DiffTab? # nil: no tab page can be opened here
function M.open(left, right, on_closed)
  local from = where_from()
  if not pcall(vim.cmd, ('silent keepalt keepjumps tab sbuffer %d'):format(left)) then
    return nil
  end
  local tab, wins = api.nvim_get_current_tabpage(), { api.nvim_get_current_win() }
  use_global_options()
  vim.cmd(('silent keepalt keepjumps rightbelow vertical sbuffer %d'):format(right))
  table.insert(wins, api.nvim_get_current_win())
  for _, win in ipairs(wins) do
    api.nvim_win_call(win, function()
      vim.cmd('diffthis')
    end)
  end
  local group = api.nvim_create_augroup('acp.diff_tab.' .. tab, {})
  local function close()
    if not group then
      return
    end
    api.nvim_del_augroup_by_id(group)
    group = nil
    local was_there = api.nvim_get_current_tabpage() == tab
    close_windows(tab, wins)
    if was_there then
      go_back(from)
    end
    on_closed()
  end
  -- Half of it is of no use.
  api.nvim_create_autocmd('WinClosed', {
    group = group,
    callback = function(event)
      if vim.tbl_contains(wins, tonumber(event.match)) then
        vim.schedule(close)
      end
    end,
  })
  vim.cmd('silent! normal! gg]c')
  return { wins = wins, close = close }
end

return M

--- Notices when the user works in the window that follow mode moves. What an agent's edits do to the cursor is not the
--- user: only what comes after a typed key or a click counts.
local M = {}

local namespace = vim.api.nvim_create_namespace('acp.follow.keys')
local group = vim.api.nvim_create_augroup('acp.follow', {})

--- A key or click of the user in the window has not come to its end yet.
local typed = false

--- Insert, replace, visual, select and operator-pending mode.
---@param mode string
---@return boolean
function M.is_at_work(mode)
  return mode:find('^[iRvV\22sS\19]') ~= nil or mode:find('^no') ~= nil
end

--- A command line, or a question of Neovim.
---@param mode string
---@return boolean
function M.is_at_prompt(mode)
  return mode:find('^[cr]') ~= nil
end

local waits = false

--- Calls back when the user is at no prompt any more, once however often it is asked for.
---@param fn fun()
function M.after_prompt(fn)
  if waits then
    return
  end
  waits = true
  vim.api.nvim_create_autocmd('SafeState', {
    group = group,
    callback = function()
      if M.is_at_prompt(vim.api.nvim_get_mode().mode) then
        return
      end
      waits = false
      vim.schedule(fn)
      return true
    end,
  })
end

--- The window that a key goes to; a mouse key goes to the window below the pointer.
local function window_of(key)
  if vim.fn.keytrans(key):find('Mouse') or vim.fn.keytrans(key):find('ScrollWheel') then
    return vim.fn.getmousepos().winid
  end
  return vim.api.nvim_get_current_win()
end

--- Keys from before were about what the window showed before.
function M.forget_keys()
  typed = false
end

---@class acp.FollowWatch
---@field window fun(): integer? the window to watch
---@field key fun() the user did something in it
---@field check fun(worked: boolean) after something there may have moved; with `worked` it was changed or scrolled
---@field visited fun(buf: integer) the user moves in another window

---@param on acp.FollowWatch
function M.start(on)
  M.stop()
  vim.on_key(function(key, source)
    local win = on.window()
    source = source or key
    if win and source ~= '' and window_of(source) == win then
      typed = true
      on.key()
    end
  end, namespace)
  local function create(events, callback)
    vim.api.nvim_create_autocmd(events, { group = group, callback = callback })
  end
  local function here()
    return vim.api.nvim_get_current_win() == on.window()
  end
  create({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, function()
    if here() then
      if typed then
        on.check(false)
      end
    elseif vim.api.nvim_win_get_config(0).relative == '' then
      on.visited(vim.api.nvim_get_current_buf())
    end
  end)
  create({ 'TextChanged', 'TextChangedI' }, function()
    if here() and typed then
      on.check(true)
    end
  end)
  create('ModeChanged', function()
    if here() and M.is_at_work(vim.v.event.new_mode) then
      on.check(true)
    end
  end)
  create('WinScrolled', function()
    local win = on.window()
    local change = vim.v.event[tostring(win)]
    -- A new size is no scrolling: another window was opened or closed.
    if typed and change and change.height == 0 and change.width == 0 then
      on.check(true)
    end
  end)
  create('SafeState', M.forget_keys)
end

function M.stop()
  vim.on_key(nil, namespace)
  vim.api.nvim_clear_autocmds({ group = group })
  typed, waits = false, false
end

return M

--- `:Acp rules`: which rules hold, who gave the last answers and why, and all that can be changed about it.
local borders = require('acp.borders')
local config = require('acp.config')
local footer = require('acp.rules.footer')
local host = require('acp.host')
local keys = require('acp.keys')
local notify = require('acp.notify')
local offers = require('acp.rules.offer')
local picture = require('acp.rules.picture')
local project = require('acp.rules.project_file')
local views = require('acp.chat.views')

local M = {}

local UNTIL = 'until Neovim ends'

local namespace = vim.api.nvim_create_namespace('acp.rules')

---@type integer?
local win
---@type integer window to go back to
local origin
---@type integer?
local buf
---@type integer? chat that the window is about
local view
---@type string folder of its session
local cwd = ''
---@type table<integer, acp.RuleItem> by line
local items = {}

---@return acp.RuleItem
local function here()
  return items[vim.api.nvim_win_get_cursor(0)[1]] or {}
end

--- The questions of agents stand in front, but not of what the user is reading.
---@return integer
local function depth()
  return (not win or vim.api.nvim_get_current_win() == win) and 65 or 55
end

local function geometry(lines)
  local widest = 60
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line[1]) + 2)
  end
  local width = math.max(10, math.min(widest, vim.o.columns - 4))
  local height = math.max(1, math.min(#lines, vim.o.lines - 6))
  return {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2)),
    width = width,
    height = height,
    zindex = depth(),
    border = borders.single(config.get().layout.border),
  }
end

local function is_open()
  return win ~= nil and vim.api.nvim_win_is_valid(win)
end

--- Back to where the user was; with the help window in between Neovim would choose another.
local function close()
  if vim.api.nvim_win_is_valid(origin) then
    vim.api.nvim_set_current_win(origin)
  end
  vim.api.nvim_win_close(assert(win), true)
end

local function label()
  if is_open() and vim.api.nvim_get_current_win() == win then
    vim.api.nvim_win_set_config(win, {
      title = ' Rules ',
      footer = { { footer.text(here(), view ~= nil), require('acp.hl').on_frame('AcpMuted') } },
      footer_pos = 'right',
    })
  end
end

--- Puts the cursor on the rule with this text, or on what is nearest to where it is.
---@param text? string
local function aim(text)
  local now = vim.api.nvim_win_get_cursor(win)[1]
  local best, distance
  for line, item in pairs(items) do
    local wanted = text and item.rule and item.rule.text == text
    local away = wanted and -1 or math.abs(line - now)
    if not best or away < distance then
      best, distance = line, away
    end
  end
  if best and best ~= now then
    vim.api.nvim_win_set_cursor(win, { best, 0 })
  end
end

--- Draws what holds now.
---@param text? string rule to go to
local function draw(text)
  if not is_open() then
    return
  end
  local known = host.request('rules', { view = view }) or { rules = {}, answers = {} }
  cwd = known.cwd or ''
  local lines, about = picture.draw(known, view ~= nil)
  items = about
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(
    buf,
    0,
    -1,
    false,
    vim.tbl_map(function(line)
      return line[1]
    end, lines)
  )
  vim.bo[buf].modifiable = false
  for index, line in ipairs(lines) do
    if line[2] then
      vim.api.nvim_buf_set_extmark(buf, namespace, index - 1, 0, { line_hl_group = line[2] })
    end
  end
  vim.api.nvim_win_set_config(win, geometry(lines))
  aim(text)
  label()
end

--- Sends an event that changes rules, and shows what came of it.
---@param text? string the rule as it then is
local function send(event, fields, text)
  host.notify(event, fields, function(problem)
    if problem then
      notify.error(problem)
    end
    draw(text)
  end)
end

local function change_project(change)
  project.change(cwd, { change }, function()
    draw(change.text)
  end)
end

---@param rule acp.ListedRule
local function put(rule, text)
  if rule.source == 'session' then
    send('session_rule', { view = view, n = rule.n, text = text }, text)
  elseif rule.source == 'project' then
    change_project({ n = rule.n, rule = rule.text, text = text })
  else
    send('option_rule', { rule = rule.text, text = text })
    local what = text and ('%s: "%s" in its place'):format(UNTIL, text) or ('off %s'):format(UNTIL)
    notify.show('info', 'your configuration stays as it is; ' .. what)
  end
end

local ACTIONS = {
  rules_change = function()
    local item = here()
    if item.rule then
      offers.ask(item.rule.instead or item.rule.text, function(text)
        put(item.rule, text)
      end)
    elseif item.answer and view and #item.answer.suggested > 0 then
      offers.offer({
        view = view,
        cwd = cwd,
        rules = item.answer.suggested,
        done = function()
          draw()
        end,
      })
    elseif item.answer then
      notify.show('info', 'no rule of yours can allow this')
    end
  end,
  rules_add = function()
    offers.ask('', function(text)
      send('session_rule', { view = view, text = text }, text)
    end)
  end,
  rules_add_project = function()
    offers.ask('', function(text)
      change_project({ text = text })
    end)
  end,
  rules_remove = function()
    local rule = here().rule
    if rule then
      put(rule, nil)
    end
  end,
  rules_undo = function()
    local rule = here().rule
    if rule and rule.off then
      send('option_rule', { rule = rule.text, back = true })
    end
  end,
  rules_keep = function()
    local rule = here().rule
    if rule and rule.source == 'session' then
      project.change(cwd, { { text = rule.text } }, function(done)
        if done then
          send('session_rule', { view = view, n = rule.n })
        else
          draw()
        end
      end)
    elseif rule and rule.source == 'project' then
      project.change(cwd, { { n = rule.n, rule = rule.text } }, function(done)
        if done then
          send('session_rule', { view = view, text = rule.text })
        end
      end)
    end
  end,
  rules_file = function()
    local rule = here().rule
    close()
    project.open(cwd, rule and rule.source == 'project' and rule or nil)
  end,
  rules_help = function()
    keys.help({ 'rules' })
  end,
  rules_close = function()
    close()
  end,
}

--- Without a chat there is no session and no project whose rules could change.
local NEED_A_CHAT = { rules_add = true, rules_add_project = true, rules_file = true }

local function map_keys()
  local actions = {}
  for name, action in pairs(ACTIONS) do
    actions[name] = function()
      if NEED_A_CHAT[name] and not view then
        notify.show('info', views.NONE)
      else
        action()
      end
    end
  end
  keys.map(buf, 'rules', actions)
end

function M.open()
  view = views.current_id()
  if not host.channel() then
    notify.show('info', views.NONE)
    return
  end
  if is_open() then
    vim.api.nvim_set_current_win(win)
    draw()
    return
  end
  require('acp.hl').setup()
  buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = 'wipe'
  vim.bo[buf].modeline = false
  vim.bo[buf].undolevels = -1
  map_keys()
  win, origin = nil, vim.api.nvim_get_current_win()
  local at = vim.tbl_extend('force', geometry({}), { style = 'minimal' })
  win = vim.api.nvim_open_win(buf, true, at)
  vim.wo[win].cursorline = true
  vim.wo[win].wrap = false
  vim.wo[win].winfixbuf = true
  vim.api.nvim_create_autocmd('CursorMoved', { buffer = buf, callback = label })
  vim.api.nvim_create_autocmd({ 'WinEnter', 'WinLeave' }, {
    buffer = buf,
    callback = vim.schedule_wrap(function()
      if is_open() then
        vim.api.nvim_win_set_config(win, { zindex = depth() })
      end
    end),
  })
  draw()
end

return M

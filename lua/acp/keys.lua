--- Keys of the plugin's own windows: one table for the maps, the help window and the manual.
local config = require('acp.config')

local M = {}

---@class acp.Key
---@field name string name in the option `keys`
---@field where 'prompt'|'chat'|'permission'|'rules'
---@field modes string[]
---@field lhs string
---@field desc string

---@type acp.Key[]
M.list = {
  {
    name = 'send',
    where = 'prompt',
    modes = { 'n', 'i' },
    lhs = '<C-s>',
    desc = 'send the prompt',
  },
  {
    name = 'send_normal',
    where = 'prompt',
    modes = { 'n' },
    lhs = '<CR>',
    desc = 'send the prompt',
  },
  {
    name = 'cancel',
    where = 'prompt',
    modes = { 'n', 'i' },
    lhs = '<C-c>',
    desc = 'cancel the running turn',
  },
  {
    name = 'older',
    where = 'prompt',
    modes = { 'n', 'i' },
    lhs = '<Up>',
    desc = 'earlier prompt (on the first line)',
  },
  {
    name = 'newer',
    where = 'prompt',
    modes = { 'n', 'i' },
    lhs = '<Down>',
    desc = 'later prompt (on the last line)',
  },
  {
    name = 'permission',
    where = 'prompt',
    modes = { 'n', 'i' },
    lhs = '<C-g>',
    desc = 'go to the open permission',
  },
  { name = 'help', where = 'prompt', modes = { 'n' }, lhs = 'g?', desc = 'show the keys' },
  { name = 'close', where = 'prompt', modes = { 'n' }, lhs = 'q', desc = 'close the chat' },
  {
    name = 'chat_cancel',
    where = 'chat',
    modes = { 'n' },
    lhs = '<C-c>',
    desc = 'cancel the running turn',
  },
  {
    name = 'chat_permission',
    where = 'chat',
    modes = { 'n' },
    lhs = '<C-g>',
    desc = 'go to the open permission',
  },
  {
    name = 'chat_open',
    where = 'chat',
    modes = { 'n' },
    lhs = '<CR>',
    desc = 'open the file or link on this line',
  },
  {
    name = 'chat_prompt',
    where = 'chat',
    modes = { 'n' },
    lhs = 'i',
    desc = 'write in the prompt',
  },
  { name = 'chat_help', where = 'chat', modes = { 'n' }, lhs = 'g?', desc = 'show the keys' },
  { name = 'chat_close', where = 'chat', modes = { 'n' }, lhs = 'q', desc = 'close the chat' },
  {
    name = 'permission_next',
    where = 'permission',
    modes = { 'n' },
    lhs = '<Tab>',
    desc = 'the next open permission',
  },
  {
    name = 'permission_full',
    where = 'permission',
    modes = { 'n' },
    lhs = 'o',
    desc = 'all of it: raw input and whole diffs; or the short form',
  },
  {
    name = 'permission_reason',
    where = 'permission',
    modes = { 'n' },
    lhs = 'x',
    desc = 'reject and say why',
  },
  {
    name = 'permission_rule',
    where = 'permission',
    modes = { 'n' },
    lhs = 'm',
    desc = 'make a rule of your own that allows this from now on',
  },
  {
    name = 'permission_help',
    where = 'permission',
    modes = { 'n' },
    lhs = 'g?',
    desc = 'show the keys',
  },
  {
    name = 'permission_leave',
    where = 'permission',
    modes = { 'n' },
    lhs = 'q',
    desc = 'leave it open and go back',
  },
  {
    name = 'permission_escape',
    where = 'permission',
    modes = { 'n' },
    lhs = '<Esc>',
    desc = 'leave it open and go back',
  },
  {
    name = 'rules_change',
    where = 'rules',
    modes = { 'n' },
    lhs = '<CR>',
    desc = 'change the rule; of an answer: make a rule that allows it',
  },
  {
    name = 'rules_add',
    where = 'rules',
    modes = { 'n' },
    lhs = 'a',
    desc = 'add a rule for the session',
  },
  {
    name = 'rules_add_project',
    where = 'rules',
    modes = { 'n' },
    lhs = 'A',
    desc = 'add a rule for the project',
  },
  {
    name = 'rules_remove',
    where = 'rules',
    modes = { 'n' },
    lhs = 'd',
    desc = 'remove the rule (one of your configuration: switch it off)',
  },
  {
    name = 'rules_undo',
    where = 'rules',
    modes = { 'n' },
    lhs = 'u',
    desc = 'let a rule of your configuration hold again',
  },
  {
    name = 'rules_keep',
    where = 'rules',
    modes = { 'n' },
    lhs = 'p',
    desc = 'move the rule from the session to the project, or back',
  },
  {
    name = 'rules_file',
    where = 'rules',
    modes = { 'n' },
    lhs = 'o',
    desc = 'open the file of the project at the rule',
  },
  { name = 'rules_help', where = 'rules', modes = { 'n' }, lhs = 'g?', desc = 'show the keys' },
  {
    name = 'rules_close',
    where = 'rules',
    modes = { 'n' },
    lhs = 'q',
    desc = 'close the rules',
  },
}

--- What a key is mapped to now; empty when the user removed it.
---@param key acp.Key
---@return string[]
function M.lhs(key)
  local own = config.get().keys[key.name]
  if own == false then
    return {}
  end
  return type(own) == 'table' and own or { own or key.lhs }
end

---@param name string
---@return string?
function M.of(name)
  for _, key in ipairs(M.list) do
    if key.name == name then
      return M.lhs(key)[1]
    end
  end
end

--- Maps the keys of one kind of window in a buffer.
---@param bufnr integer
---@param where string
---@param actions table<string, fun()> by name
function M.map(bufnr, where, actions)
  for _, key in ipairs(M.list) do
    for _, lhs in ipairs(key.where == where and M.lhs(key) or {}) do
      vim.keymap.set(key.modes, lhs, assert(actions[key.name], key.name), {
        buffer = bufnr,
        nowait = true,
        silent = true,
        desc = 'acp: ' .. key.desc,
      })
    end
  end
end

local TITLES =
  { prompt = 'Prompt', chat = 'Transcript', permission = 'Permission', rules = 'Rules' }

--- Shows the keys of these kinds of windows, without any those of the chat, in a small float; any of q, <Esc>, g?
--- closes it.
---@param kinds? string[]
function M.help(kinds)
  local lines = {}
  for _, where in ipairs(kinds or { 'prompt', 'chat', 'permission' }) do
    table.insert(lines, TITLES[where])
    for _, key in ipairs(M.list) do
      for _, lhs in ipairs(key.where == where and M.lhs(key) or {}) do
        table.insert(lines, ('  %-8s %s'):format(lhs, key.desc))
      end
    end
    if where == 'permission' then
      table.insert(
        lines,
        '  a A r R  allow once, always · reject once, always (see the keys shown)'
      )
    end
    table.insert(lines, '')
  end
  table.remove(lines)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  vim.bo[buf].bufhidden = 'wipe'
  local width = 0
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  width = math.min(width + 1, vim.o.columns - 4)
  local height = math.min(#lines, vim.o.lines - 4)
  local win = vim.api.nvim_open_win(buf, true, {
    relative = 'editor',
    row = math.floor((vim.o.lines - height) / 2),
    col = math.floor((vim.o.columns - width) / 2),
    width = width,
    height = height,
    border = require('acp.borders').single(config.get().layout.border),
    title = ' Keys ',
    footer = height < #lines and ' j more  q close ' or ' q close ',
    footer_pos = 'right',
    style = 'minimal',
    zindex = 90,
  })
  vim.wo[win].wrap = false
  for _, lhs in ipairs({ 'q', '<Esc>', 'g?', '<CR>' }) do
    vim.keymap.set('n', lhs, '<Cmd>close<CR>', { buffer = buf, nowait = true, silent = true })
  end
end

return M

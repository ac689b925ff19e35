-- Commands and <Plug> maps. Nothing of the plugin is loaded before one of them is used.
if vim.g.loaded_acp then
  return
end
vim.g.loaded_acp = 1

-- Defers `require` to the first use; an old Neovim gets one clear message instead of an error from somewhere inside.
-- It is called with the arguments that follow the name, if there are any, else with those of the caller.
local function lazily(module, name, ...)
  local given = { ... }
  return function(...)
    if vim.fn.has('nvim-0.10') == 0 then
      vim.notify('acp: this plugin needs Neovim 0.10 or newer', vim.log.levels.ERROR)
      return {}
    end
    local run = require(module)[name]
    if #given > 0 then
      return run(unpack(given))
    end
    return run(...)
  end
end

vim.api.nvim_create_user_command('AcpChat', lazily('acp.commands.chat', 'run'), {
  bang = true,
  range = true,
  nargs = '?',
  complete = lazily('acp.commands.chat', 'complete'),
  desc = 'Open the chat with a coding agent',
})

vim.api.nvim_create_user_command('Acp', lazily('acp.commands', 'run'), {
  nargs = '*',
  range = true,
  complete = lazily('acp.commands', 'complete'),
  desc = 'Everything else about coding agents',
})

vim.api.nvim_create_autocmd('SessionLoadPost', {
  group = vim.api.nvim_create_augroup('acp.restored', {}),
  callback = lazily('acp.chat.restored', 'clean', nil),
})

local function map(modes, name, desc, callback, expr)
  local opts = { callback = callback, desc = 'acp: ' .. desc, noremap = true, expr = expr }
  -- At every start of the editor: vim.keymap.set takes several times as long.
  for _, mode in ipairs(modes) do
    vim.api.nvim_set_keymap(mode, '<Plug>(acp-' .. name .. ')', '', opts)
  end
end

local anywhere = { 'n', 'x', 'i', 't' }
local function answer(action)
  return lazily('acp.surface', 'command', 'permission', 1, action)
end

map({ 'n', 'i', 't' }, 'chat', 'open or close the chat', lazily('acp', 'toggle'))
vim.keymap.set('x', '<Plug>(acp-chat)', ':AcpChat<CR>', { desc = 'acp: chat about the selection' })
map(anywhere, 'allow', 'allow the oldest permission request', answer('permission_allow'))
map(anywhere, 'reject', 'reject the oldest permission request', answer('permission_reject'))
map(
  anywhere,
  'permission-next',
  'show the next permission request',
  lazily('acp.surface.dock', 'next')
)
map(anywhere, 'cancel', 'cancel the running turn', lazily('acp', 'cancel'))
map(anywhere, 'follow', 'switch follow mode on or off', lazily('acp.host', 'notify', 'follow', {}))
map({ 'n' }, 'review', 'review what agents have changed', lazily('acp', 'review'))
map(anywhere, 'follow-back', 'go back to where the agent was before', lazily('acp.follow', 'back'))

local conflict = {
  { 'mine', 'keep your text at the conflict under the cursor' },
  { 'theirs', "take the agent's text at the conflict under the cursor" },
  { 'both', "keep your text and put the agent's below it" },
  { 'next', 'go to the next conflict' },
  { 'prev', 'go to the previous conflict' },
  { 'diff', 'compare the file with the whole version of the agent' },
  { 'all-mine', 'keep your text at all conflicts of the file' },
  { 'all-theirs', "take the agent's text at all conflicts of the file" },
}
for _, action in ipairs(conflict) do
  local name, desc = action[1], action[2]
  map({ 'n', 'i' }, 'conflict-' .. name, desc, lazily('acp.conflict', 'run', name))
end

map(
  { 'n', 'x' },
  'add',
  'add the lines of a motion, or the selected ones, to the prompt',
  lazily('acp.chat.add', 'operator'),
  true
)
vim.keymap.set({ 'n', 'x' }, '<Plug>(acp-comment)', ':Acp comment<CR>', {
  desc = 'acp: comment on this line, or on the selected ones',
  silent = true,
})
map(
  { 'n', 'x' },
  'ask',
  'ask the agent about lines, without opening the chat',
  lazily('acp.commands.ask', 'operator'),
  true
)
local review = {
  { 'keep', 'keep the change under the cursor, or in the selection' },
  { 'undo', 'undo the change under the cursor, or in the selection' },
}
for _, action in ipairs(review) do
  local name, desc = action[1], action[2]
  map({ 'n', 'x' }, name, desc, lazily('acp.review', 'operator', name), true)
end
local step = "go to the agents' "
map(
  { 'n' },
  'hunk-next',
  step .. 'next change, in whatever file',
  lazily('acp.review', 'step', 'next')
)
map({ 'n' }, 'hunk-prev', step .. 'previous change', lazily('acp.review', 'step', 'prev'))

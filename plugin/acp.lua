-- Commands and <Plug> maps. Nothing of the plugin is loaded before one of them is used.
if vim.g.loaded_acp then
  return
end
vim.g.loaded_acp = 1

-- Defers `require` to the first use; an old Neovim gets one clear message instead of an error from somewhere inside.
local function lazily(module, name)
  return function(...)
    if vim.fn.has('nvim-0.10') == 0 then
      vim.notify('acp: this plugin needs Neovim 0.10 or newer', vim.log.levels.ERROR)
      return {}
    end
    return require(module)[name](...)
  end
end

vim.api.nvim_create_user_command('AcpChat', lazily('acp.commands', 'chat'), {
  bang = true,
  range = true,
  nargs = '?',
  complete = lazily('acp.commands', 'complete_agents'),
  desc = 'Open the chat with a coding agent',
})

vim.api.nvim_create_user_command('Acp', lazily('acp.commands', 'run'), {
  nargs = '*',
  range = true,
  complete = lazily('acp.commands', 'complete'),
  desc = 'Everything else about coding agents',
})

local plug = lazily('acp.commands.plugs', 'run')
local anywhere = { 'n', 'x', 'i', 't' }
local function map(modes, name, action, desc, expr)
  local opts = {
    callback = function()
      return plug(action)
    end,
    desc = 'acp: ' .. desc,
    noremap = true,
    expr = expr,
  }
  -- At every start of the editor: vim.keymap.set takes several times as long.
  for _, mode in ipairs(modes) do
    vim.api.nvim_set_keymap(mode, '<Plug>(acp-' .. name .. ')', '', opts)
  end
end

map({ 'n', 'i', 't' }, 'chat', 'toggle', 'open or close the chat')
vim.keymap.set('x', '<Plug>(acp-chat)', ':AcpChat<CR>', { desc = 'acp: chat about the selection' })
map(anywhere, 'allow', 'allow', 'allow the oldest permission request')
map(anywhere, 'reject', 'reject', 'reject the oldest permission request')
map(anywhere, 'permission-next', 'permission_next', 'show the next permission request')
map(anywhere, 'cancel', 'cancel', 'cancel the running turn')
map(anywhere, 'follow', 'follow', 'switch follow mode on or off')
map({ 'n' }, 'review', 'review', 'review what agents have changed')
map(anywhere, 'follow-back', 'follow_back', 'go back to where the agent was before')

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
  map({ 'n', 'i' }, 'conflict-' .. action[1], 'conflict-' .. action[1], action[2])
end

vim.keymap.set({ 'n', 'x' }, '<Plug>(acp-comment)', ':Acp comment<CR>', {
  desc = 'acp: comment on this line, or on the selected ones',
  silent = true,
})
map({ 'n' }, 'hunk-next', 'hunk_next', "go to the agents' next change, in whatever file")
map({ 'n' }, 'hunk-prev', 'hunk_prev', "go to the agents' previous change")
map({ 'n', 'x' }, 'keep', 'keep', 'keep the change under the cursor, or in the selection', true)
map({ 'n', 'x' }, 'undo', 'undo', 'undo the change under the cursor, or in the selection', true)

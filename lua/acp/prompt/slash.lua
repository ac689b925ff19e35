--- Slash commands in the prompt: completion and hints. They are sent as plain text; the agent reads them.
local M = {}

--- These bring a popup of their own; they find the commands through 'omnifunc'.
local PLUGINS = { 'cmp', 'blink.cmp', 'mini.completion', 'coq' }

---@type integer? prompt whose command has had its popup
local shown_for

--- Nothing is inserted or selected before the user does it.
local COMPLETEOPT = 'menuone,noinsert,noselect'

--- What the session of a prompt offers.
---@param bufnr integer
---@param commands acp.OfferedCommand[]
function M.offer(bufnr, commands)
  if vim.api.nvim_buf_is_valid(bufnr) then
    vim.b[bufnr].acp_commands = commands
  end
end

---@return acp.OfferedCommand[]
local function commands_of(bufnr)
  return vim.b[bufnr].acp_commands or {}
end

---@param lead string with its slash
---@return table[] see |complete-items|
local function items(bufnr, lead)
  local found = {}
  for _, command in ipairs(commands_of(bufnr)) do
    local word = '/' .. command.name
    if vim.startswith(word, lead) then
      table.insert(found, {
        word = command.hint and word .. ' ' or word,
        abbr = word,
        menu = command.description,
        dup = 1,
      })
    end
  end
  return found
end

--- The command being typed at the very start of the prompt, up to the cursor.
local function lead()
  local row, col = unpack(vim.api.nvim_win_get_cursor(0))
  return row == 1 and vim.api.nvim_get_current_line():sub(1, col):match('^/%S*$') or nil
end

--- 'completefunc' and 'omnifunc' of the prompt.
---@param findstart integer
---@param base string
---@return integer|table[]
function M.complete(findstart, base)
  if findstart == 1 then
    return lead() and 0 or -3
  end
  return items(vim.api.nvim_get_current_buf(), base)
end

local function plugin_loaded()
  return vim.iter(PLUGINS):any(function(name)
    return package.loaded[name] ~= nil
  end)
end

--- Opens the popup, once for each command that is begun: who has closed it does not want it.
local function popup(bufnr)
  local typed = lead()
  if not typed then
    shown_for = nil
  end
  if not typed or shown_for == bufnr or vim.fn.pumvisible() == 1 or plugin_loaded() then
    return
  end
  local found = items(bufnr, typed)
  if #found == 0 then
    return
  end
  shown_for = bufnr
  if vim.fn.has('nvim-0.11') == 1 then
    pcall(vim.fn.complete, 1, found)
    return
  end
  -- The option has no local value yet: it is lent for the call.
  local own = vim.go.completeopt
  vim.go.completeopt = COMPLETEOPT
  pcall(vim.fn.complete, 1, found)
  vim.go.completeopt = own
end

--- Closes the popup, so that the text may be changed under it.
function M.close()
  if vim.fn.pumvisible() == 1 then
    vim.fn.complete(vim.fn.col('.'), {})
  end
end

--- What a command that is typed, and nothing else, wants to be told.
---@param bufnr integer
---@param text string
---@return string?
function M.hint(bufnr, text)
  local name = text:match('^/(%S+) ?$')
  for _, command in ipairs(name and commands_of(bufnr) or {}) do
    if command.name == name then
      return command.hint
    end
  end
end

---@param bufnr integer prompt buffer
function M.attach(bufnr)
  vim.bo[bufnr].completefunc = "v:lua.require'acp.prompt.slash'.complete"
  vim.bo[bufnr].omnifunc = "v:lua.require'acp.prompt.slash'.complete"
  if vim.fn.has('nvim-0.11') == 1 then
    vim.bo[bufnr].completeopt = COMPLETEOPT
  end
  vim.api.nvim_create_autocmd('TextChangedI', {
    buffer = bufnr,
    callback = function()
      popup(bufnr)
    end,
  })
end

return M

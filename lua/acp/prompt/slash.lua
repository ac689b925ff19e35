--- Slash commands in the prompt: what is offered, and hints. They are sent as plain text; the agent reads them.
local M = {}

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

---@class acp.PromptSuggestion
---@field word string replaces what is typed
---@field label? string what is listed, when that is not the word
---@field about string

--- The commands that begin so.
---@param bufnr integer
---@param lead string with its slash
---@return acp.PromptSuggestion[]
function M.suggestions(bufnr, lead)
  local found = {}
  for _, command in ipairs(commands_of(bufnr)) do
    local word = '/' .. command.name
    if vim.startswith(word, lead) then
      table.insert(found, {
        word = command.hint and word .. ' ' or word,
        label = word,
        about = command.description,
      })
    end
  end
  return found
end

--- The hint for a command, while nothing but that is typed.
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

return M

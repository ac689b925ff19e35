--- How the buffers of chats are called: after their agents, as 'tabline', `:ls` and plugins show it.
local M = {}

local api = vim.api

--- Deletes a buffer that has a name which another one is to get: Neovim keeps the name that a buffer had before in a
--- buffer of its own, and a session that was restored may have made one (`:mksession`).
---@param name string
---@param own integer who may have it
function M.free(name, own)
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if bufnr ~= own and api.nvim_buf_get_name(bufnr) == name then
      api.nvim_buf_delete(bufnr, { force = true })
    end
  end
end

--- No file gets or loses a name: what others do for files has nothing to do here.
---@param bufnr integer
---@param name string
function M.rename(bufnr, name)
  local before = api.nvim_buf_get_name(bufnr)
  if name ~= before then
    M.free(name, bufnr)
    api.nvim_buf_call(bufnr, function()
      vim.cmd('silent noautocmd keepalt file ' .. vim.fn.fnameescape(name))
    end)
    M.free(before, bufnr)
  end
end

---@param agent string
---@param number integer of the chats with this agent
local function named(agent, number)
  local name = 'acp://' .. agent .. (number > 1 and ' ' .. number or '')
  return { chat = name, prompt = name .. ' prompt' }
end

--- Which numbers of an agent the buffers of other chats have: a name is shown as long as its chat is there.
---@param view acp.View
local function is_taken(wanted, view)
  return vim.iter(api.nvim_list_bufs()):any(function(bufnr)
    local name = api.nvim_buf_get_name(bufnr)
    return bufnr ~= view.chat
      and bufnr ~= view.prompt
      and api.nvim_buf_is_loaded(bufnr)
      and (name == wanted.chat or name == wanted.prompt)
  end)
end

--- The number that a view has with this agent already.
---@param view acp.View
---@param agent string
---@return integer?
local function own_number(view, agent)
  local now = api.nvim_buf_get_name(view.chat)
  local first = named(agent, 1).chat
  return now == first and 1
    or vim.startswith(now, first) and tonumber(now:match('^ (%d+)$', #first + 1))
    or nil
end

--- Names the buffers of a view after its agent. With a number where another chat has the same.
---@param view acp.View
---@param agent string
function M.name(view, agent)
  agent = vim.trim((agent:gsub('[/\\%c]', ' ')))
  if agent == '' then
    return
  end
  local number = own_number(view, agent) or 1
  while is_taken(named(agent, number), view) do
    number = number + 1
  end
  local names = named(agent, number)
  M.rename(view.chat, names.chat)
  M.rename(view.prompt, names.prompt)
end

return M

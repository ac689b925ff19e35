--- What language servers are doing: when they came, were sent a text, and have last said something of it. Watched from
--- the first use on: what was sent before may have been sent just then.
local M = {}

local LONG_AGO = -math.huge

---@type table<integer, number> by client
local came = {}
---@type table<integer, number> by buffer
local sent, published = {}, {}
---@type table<integer, integer> the 'changedtick' that was sent, by buffer
local ticks = {}

local function now()
  return vim.uv.hrtime() / 1e6
end

---@param bufnr integer
local function note_sent(bufnr)
  if vim.api.nvim_buf_is_loaded(bufnr) then
    sent[bufnr], ticks[bufnr] = now(), vim.api.nvim_buf_get_changedtick(bufnr)
  end
end

local group = vim.api.nvim_create_augroup('acp.tools', {})

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(event)
    local id = event.data.client_id
    came[id] = came[id] or now()
    note_sent(event.buf)
  end,
})

vim.api.nvim_create_autocmd('LspNotify', {
  group = group,
  callback = function(event)
    local method, params = event.data.method, event.data.params
    if method == 'textDocument/didOpen' or method == 'textDocument/didChange' then
      note_sent(vim.uri_to_bufnr(params.textDocument.uri))
    end
  end,
})

vim.api.nvim_create_autocmd('DiagnosticChanged', {
  group = group,
  callback = function(event)
    published[event.buf] = now()
  end,
})

vim.api.nvim_create_autocmd('BufUnload', {
  group = group,
  callback = function(event)
    sent[event.buf], ticks[event.buf], published[event.buf] = nil, nil, nil
  end,
})

for _, client in ipairs(vim.lsp.get_clients()) do
  came[client.id] = LONG_AGO
  for bufnr in pairs(client.attached_buffers) do
    note_sent(bufnr)
  end
end

--- For how many milliseconds a server is there.
---@param client vim.lsp.Client
---@return number
function M.age(client)
  return now() - (came[client.id] or now())
end

--- Whether a server has said that it is working on something.
---@param client vim.lsp.Client
---@return boolean
function M.is_busy(client)
  return next(vim.tbl_get(client, 'progress', 'pending') or {}) ~= nil
end

--- Milliseconds since servers were sent the text of a buffer, and since something was last said of it.
---@param bufnr integer
---@return number since_sent
---@return number since_published
function M.of(bufnr)
  -- What was sent just now is reported a moment later.
  if sent[bufnr] and ticks[bufnr] ~= vim.api.nvim_buf_get_changedtick(bufnr) then
    note_sent(bufnr)
  end
  return now() - (sent[bufnr] or LONG_AGO), now() - (published[bufnr] or LONG_AGO)
end

return M

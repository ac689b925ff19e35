--- Language servers for the tools of agents: who they are, and requests whose answers come as events. What is asked,
--- and what is made of the answers, is decided by the host (src/mcp/lsp). Params and results cross as JSON: they may be
--- of more levels than a message to the host can have.
local activity = require('acp.tools.activity')
local hidden = require('acp.tools.hidden')
local host = require('acp.host')
local info = require('acp.buffers.info')
local paths = require('acp.paths')

local M = {}

--- How often a pending request is looked at: its server may have ended.
local LOOK_MS = 200

--- Methods of clients took no `self` before.
local HAS_METHODS = vim.fn.has('nvim-0.11') == 1

---@param client vim.lsp.Client
---@param name string
local function invoke(client, name, ...)
  if HAS_METHODS then
    return client[name](client, ...)
  end
  return client[name](...)
end

--- The servers of a buffer, or all that run.
---@param bufnr? integer
---@param method string
---@return acp.LanguageClient[]
function M.known(bufnr, method)
  local supporting = {}
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, method = method })) do
    supporting[client.id] = true
  end
  local list = {}
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, _uninitialized = true })) do
    table.insert(list, {
      id = client.id,
      name = client.name,
      encoding = client.offset_encoding,
      starting = not client.initialized,
      busy = activity.is_busy(client),
      age = activity.age(client),
      supports = supporting[client.id] == true,
      commands = vim.tbl_get(client, 'server_capabilities', 'executeCommandProvider', 'commands')
        or {},
    })
  end
  return list
end

--- A file as language servers know it; it is loaded if it was not.
---@param path string absolute
---@param method string
---@return acp.ServedDocument|vim.NIL
function M.document(path, method)
  path = paths.real(path) or path
  local bufnr, age = hidden.open(path)
  if not bufnr then
    return vim.NIL
  end
  local since_sent, since_published = activity.of(bufnr)
  return {
    bufnr = bufnr,
    uri = vim.uri_from_bufnr(bufnr),
    path = paths.real(vim.api.nvim_buf_get_name(bufnr)) or path,
    age = age,
    reported = since_published < since_sent,
    clients = M.known(bufnr, method),
  }
end

--- How the editor indents a buffer.
---@param bufnr integer
---@return { tabSize: integer, insertSpaces: boolean }
function M.format_options(bufnr)
  return {
    tabSize = vim.lsp.util.get_effective_tabstop(bufnr),
    insertSpaces = vim.bo[bufnr].expandtab,
  }
end

--- In which state the buffers are: what a server answers belongs to the one in which it was asked.
---@return { path: string, changedtick: integer, version?: integer }[]
function M.states()
  local states = {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.api.nvim_buf_get_name(bufnr)
    if info.is_file(bufnr) then
      local changedtick = vim.api.nvim_buf_get_changedtick(bufnr)
      local version = vim.tbl_get(vim.lsp.util, 'buf_versions', bufnr)
      local path = paths.real(name) or name
      table.insert(states, { path = path, changedtick = changedtick, version = version })
    end
  end
  return states
end

---@type table<integer, fun()> what withdraws a request, by its question
local pending = {}

---@param ask integer
---@param answer table
function M.reply(ask, answer)
  local ok, json = pcall(vim.json.encode, answer)
  host.send('ui_answer', { ask = ask, answer = ok and json or nil })
end

--- Sends a request to one server. Its `result` or `error` comes once, or why there is none (`failed`).
---@param request acp.LanguageRequest
---@param done fun(answer: table)
---@return fun() # withdraws it: nothing comes any more
function M.send(request, done)
  local is_over = false
  local function finish(answer)
    if not is_over then
      is_over = true
      done(answer)
    end
  end
  local client = vim.lsp.get_client_by_id(request.client)
  if not client then
    finish({ failed = 'ended' })
    return finish
  end
  -- The server is asked about what the text is now, also that of other files; nothing public says so.
  pcall(require('vim.lsp._changetracking').flush, client)
  local params = vim.json.decode(request.params, { luanil = { object = true } })
  local ok, sent, id = pcall(
    invoke,
    client,
    'request',
    request.method,
    params,
    function(err, result)
      finish(err and { error = err } or { result = result == nil and vim.NIL or result })
    end,
    request.bufnr
  )
  if not ok or not sent then
    finish({ failed = ok and 'ended' or tostring(sent) })
    return finish
  end
  local function look()
    if is_over then
      return
    elseif invoke(client, 'is_stopped') then
      finish({ failed = 'ended' })
    else
      vim.defer_fn(look, LOOK_MS)
    end
  end
  look()
  return function()
    if not is_over then
      is_over = true
      pcall(invoke, client, 'cancel_request', id)
    end
  end
end

--- Sends a request; the answer comes to the host.
---@param ask integer
---@param request acp.LanguageRequest
function M.query(ask, request)
  local withdraw = M.send(request, function(answer)
    pending[ask] = nil
    M.reply(ask, answer)
  end)
  pending[ask] = withdraw
end

--- Nobody waits for the answer any more.
---@param ask integer
function M.cancel(ask)
  if pending[ask] then
    pending[ask]()
    pending[ask] = nil
  end
end

return M

--- What language servers, linters and other plugins have found in files, for prompts and the tools of agents.
local info = require('acp.buffers.info')
local paths = require('acp.paths')

local M = {}

local SEVERITIES = { 'error', 'warning', 'info', 'hint' }

--- The namespace's name of what a server is asked for (pulled) begins with that of what it reports by itself (pushed).
---@return fun(namespace: integer): boolean
local function is_pulled_by(clients)
  local prefixes = {}
  for _, id in ipairs(clients) do
    local pushed = vim.lsp.diagnostic.get_namespace(id, false)
    table.insert(prefixes, vim.diagnostic.get_namespace(pushed).name .. '.')
  end
  return function(namespace)
    local name = vim.diagnostic.get_namespace(namespace).name
    return vim.iter(prefixes):any(function(prefix)
      return vim.startswith(name, prefix)
    end)
  end
end

--- Those of all buffers, or of one.
---@param bufnr? integer
---@param pulled integer[] servers that were just asked: what is known of that is older
---@return acp.FoundDiagnostic[]
function M.get(bufnr, pulled)
  local is_older = is_pulled_by(pulled)
  local list, known = {}, {}
  for _, one in ipairs(vim.diagnostic.get(bufnr)) do
    if known[one.bufnr] == nil then
      known[one.bufnr] = paths.of_buffer(one.bufnr) or false
    end
    if known[one.bufnr] and not is_older(one.namespace) then
      table.insert(list, {
        path = known[one.bufnr],
        row = one.lnum,
        byte = one.col,
        end_row = one.end_lnum or one.lnum,
        end_byte = one.end_col or one.col,
        severity = SEVERITIES[one.severity] or 'error',
        message = one.message,
        source = one.source,
        code = one.code and tostring(one.code) or nil,
      })
    end
  end
  return list
end

--- Those on rows of a buffer, as their servers have sent them.
---@param bufnr integer
---@param first integer from 0
---@param last integer included
---@return { client: integer, json: string }[]
function M.sent(bufnr, first, last)
  local list = {}
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
    local pushed = vim.lsp.diagnostic.get_namespace(client.id, false)
    local is_pulled = is_pulled_by({ client.id })
    for _, one in ipairs(vim.diagnostic.get(bufnr)) do
      local is_own = one.namespace == pushed or is_pulled(one.namespace)
      if is_own and one.lnum <= last and (one.end_lnum or one.lnum) >= first then
        local sent = vim.tbl_get(one, 'user_data', 'lsp')
        local ok, json = pcall(vim.json.encode, sent)
        if sent and ok then
          table.insert(list, { client = client.id, json = json })
        end
      end
    end
  end
  return list
end

--- What servers are doing with a buffer, once they were sent its text as it is now.
---@param bufnr integer
---@return acp.DiagnosticActivity
function M.activity(bufnr)
  local activity, lsp = require('acp.tools.activity'), require('acp.tools.lsp')
  local is_busy, names, pulls = false, {}, {}
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, _uninitialized = true })) do
    pcall(require('vim.lsp._changetracking').flush, client, bufnr)
    is_busy = is_busy or not client.initialized or activity.is_busy(client)
    table.insert(names, client.name)
  end
  for _, client in ipairs(lsp.known(bufnr, 'textDocument/diagnostic')) do
    if client.supports then
      table.insert(pulls, client)
    end
  end
  local since_sent, since_published = activity.of(bufnr)
  return {
    busy = is_busy,
    servers = names,
    pulls = pulls,
    since_sent = since_sent,
    since_published = since_published,
  }
end

--- The user's files that servers know.
---@return acp.ServedBuffer[]
function M.files()
  local files = {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.api.nvim_buf_get_name(bufnr)
    if info.is_file(bufnr) and #vim.lsp.get_clients({ bufnr = bufnr }) > 0 then
      local uri = vim.uri_from_bufnr(bufnr)
      table.insert(files, { bufnr = bufnr, uri = uri, path = paths.real(name) or name })
    end
  end
  return files
end

return M

--- Functions, classes and the like by their names, as the language servers of a buffer know them.
local paths = require('acp.paths')

local M = {}

--- A server that is slower is not waited for.
local MAX_MS = 1500
local MAX_SYMBOLS = 50

---@class acp.Symbol
---@field name string
---@field kind string
---@field path string
---@field first integer
---@field last integer

---@param list acp.Symbol[]
---@param symbol table `DocumentSymbol` or `SymbolInformation`
---@param uri? string of the document that it is in
---@param query string in lower case
local function add(list, symbol, uri, query)
  local place = symbol.location or {}
  local range = symbol.range or place.range
  uri = place.uri or uri
  if range and uri and symbol.name:lower():find(query, 1, true) then
    table.insert(list, {
      name = symbol.name,
      kind = (vim.lsp.protocol.SymbolKind[symbol.kind] or 'symbol'):lower(),
      path = paths.real(vim.uri_to_fname(uri)) or vim.uri_to_fname(uri),
      first = range.start.line + 1,
      last = range['end'].line + 1,
    })
  end
  for _, child in ipairs(symbol.children or {}) do
    add(list, child, uri, query)
  end
end

---@param bufnr? integer
---@param method string
local function is_known(bufnr, method)
  return bufnr ~= nil and #vim.lsp.get_clients({ bufnr = bufnr, method = method }) > 0
end

--- Those of the buffer first, then those of the workspace. Calls back once.
---@param bufnr? integer
---@param query string
---@param done fun(symbols: acp.Symbol[])
function M.find(bufnr, query, done)
  local uri = bufnr and vim.uri_from_bufnr(bufnr)
  local requests = {
    ['textDocument/documentSymbol'] = { textDocument = { uri = uri } },
    ['workspace/symbol'] = { query = query },
  }
  ---@type table<string, acp.Symbol[]>
  local found, waiting, is_done = {}, 0, false
  local function finish()
    if is_done then
      return
    end
    is_done = true
    local list = found['textDocument/documentSymbol'] or {}
    vim.list_extend(list, found['workspace/symbol'] or {})
    done(vim.list_slice(list, 1, MAX_SYMBOLS))
  end
  for method, params in pairs(requests) do
    if is_known(bufnr, method) then
      waiting = waiting + 1
      vim.lsp.buf_request_all(assert(bufnr), method, params, function(answers)
        local list = {}
        for _, answer in pairs(answers) do
          for _, symbol in ipairs(type(answer.result) == 'table' and answer.result or {}) do
            add(list, symbol, uri, query:lower())
          end
        end
        found[method], waiting = list, waiting - 1
        if waiting == 0 then
          finish()
        end
      end)
    end
  end
  if waiting == 0 then
    finish()
  else
    vim.defer_fn(finish, MAX_MS)
  end
end

return M

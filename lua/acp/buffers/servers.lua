--- Language servers are notified of lines that change, and of nothing else. When all lines end in another way, or the
--- last one does, the text is another one, too.
local M = {}

---@param client vim.lsp.Client
local function notify(client, method, params)
  if vim.fn.has('nvim-0.11') == 1 then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

--- As Neovim does it for a file that is read anew: such a change is none that has a version of its own.
local function open_again(client, bufnr)
  -- What waits to be sent was made from the text as it was, and there is no public way to send it now.
  require('vim.lsp._changetracking').flush(client, bufnr)
  local uri = vim.uri_from_bufnr(bufnr)
  notify(client, 'textDocument/didClose', { textDocument = { uri = uri } })
  notify(client, 'textDocument/didOpen', {
    textDocument = {
      uri = uri,
      version = vim.api.nvim_buf_get_changedtick(bufnr),
      languageId = client.get_language_id(bufnr, vim.bo[bufnr].filetype),
      text = vim.lsp._buf_get_full_text(bufnr),
    },
  })
end

--- The text has changed, though its lines have not.
---@param bufnr integer
function M.notify(bufnr)
  if not package.loaded['vim.lsp'] then
    return
  end
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
    if vim.tbl_get(client.server_capabilities, 'textDocumentSync', 'openClose') then
      open_again(client, bufnr)
    end
  end
end

return M

--- Encodings of files as the editor knows them ('fileencoding').
local M = {}

--- Whether lines survive being written: `:write!` puts question marks where the encoding lacks a character.
---@param lines string[]
---@param encoding string
---@return boolean
function M.can_encode(lines, encoding)
  if encoding == '' or encoding:match('^utf%-') or encoding:match('^ucs%-4') then
    return true
  end
  local text = table.concat(lines, '\n')
  local encoded = vim.iconv(text, 'utf-8', encoding)
  return encoded ~= nil and vim.iconv(encoded, encoding, 'utf-8') == text
end

--- Text in an encoding that the host does not know.
---@param bytes string base64
---@param encoding string
---@return string? # after a newline (see `buf.slice`)
function M.decode(bytes, encoding)
  local raw = vim.base64.decode(bytes)
  local text = vim.iconv(raw, encoding, 'utf-8')
  return text and vim.iconv(text, 'utf-8', encoding) == raw and '\n' .. text or nil
end

return M

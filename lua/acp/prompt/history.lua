--- Prompts sent from this Neovim, and where in them each prompt buffer is.
local M = {}

local MAX_LENGTH = 200

---@type string[] oldest first
local sent = {}

---@class acp.HistoryPlace
---@field at integer index into `sent`
---@field draft string what was there before

--- A prompt was sent from a buffer.
---@param bufnr integer
---@param text string
function M.add(bufnr, text)
  vim.b[bufnr].acp_history = nil
  if sent[#sent] ~= text then
    table.insert(sent, text)
  end
  if #sent > MAX_LENGTH then
    table.remove(sent, 1)
  end
end

--- The next prompt in a direction; after the newest one comes what was there before.
---@param bufnr integer
---@param by -1|1
---@param text string what is there now
---@return string? # nil: there is none
function M.step(bufnr, by, text)
  ---@type acp.HistoryPlace? while it shows an earlier prompt
  local place = vim.b[bufnr].acp_history
  local at = (place and place.at or #sent + 1) + by
  if at < 1 or (by > 0 and not place) then
    return nil
  end
  if place and at > #sent then
    vim.b[bufnr].acp_history = nil
    return place.draft
  end
  vim.b[bufnr].acp_history = { at = at, draft = place and place.draft or text }
  return sent[at]
end

return M

-- Highlight groups: default links to standard ones, so that every colour scheme fits and every user may override.
local M = {}

M.links = require('acp.ui.links')

---@type table<string, string> derived groups, by the group they come from
local on_frame = {}

--- Makes or remakes what is derived from a group.
local function derive(group, name)
  local border = vim.api.nvim_get_hl(0, { name = 'AcpBorder', link = false })
  local background = border.bg and border
    or vim.api.nvim_get_hl(0, { name = 'NormalFloat', link = false })
  local own = vim.api.nvim_get_hl(0, { name = group, link = false })
  local derived = vim.tbl_extend('keep', own, { bg = background.bg, ctermbg = background.ctermbg })
  vim.api.nvim_set_hl(0, name, derived)
end

--- A group with the background of a float's frame: text in a border would else stand on the background of the editor.
---@param group string
---@return string
function M.on_frame(group)
  if not on_frame[group] then
    on_frame[group] = group .. 'OnFrame'
    derive(group, on_frame[group])
  end
  return on_frame[group]
end

local function link_all()
  for group, target in pairs(M.links) do
    vim.api.nvim_set_hl(0, group, { link = target, default = true })
  end
  for group, name in pairs(on_frame) do
    derive(group, name)
  end
end

local done = false

--- Sets the groups, once, and again with every other colour scheme or 'background': the first clears them, and what is
--- derived changes with both.
function M.setup()
  if done then
    return
  end
  done = true
  link_all()
  local group = vim.api.nvim_create_augroup('acp.hl', {})
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = link_all })
  vim.api.nvim_create_autocmd('OptionSet', {
    group = group,
    pattern = 'background',
    callback = link_all,
  })
end

return M

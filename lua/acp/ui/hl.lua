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

--- Grounds of lines that come and go, and of words in them: hues that leave the colours of code readable. Few colour
--- schemes have such. By group: the one that gives the hue, and how much of it.
local TINTS = {
  AcpDiffAddLine = { 'AcpDiffAdd', 0.13 },
  AcpDiffAddWord = { 'AcpDiffAdd', 0.35 },
  AcpDiffDeleteLine = { 'AcpDiffDelete', 0.13 },
  AcpDiffDeleteWord = { 'AcpDiffDelete', 0.35 },
}

---@type table<string, integer> grounds that are ours
local tinted = {}

---@param ground integer
---@param hue integer
---@param share number of the hue
---@return integer
local function mixed(ground, hue, share)
  local colour = 0
  for _, step in ipairs({ 65536, 256, 1 }) do
    local a, b = math.floor(ground / step) % 256, math.floor(hue / step) % 256
    colour = colour + math.floor(a + (b - a) * share + 0.5) * step
  end
  return colour
end

--- Sets a tint, unless the user or the colour scheme has set the group.
---@param group string
---@param from string
---@param share number
local function tint(group, from, share)
  local own = vim.api.nvim_get_hl(0, { name = group })
  local is_ours = next(own) == nil or own.default or own.bg == tinted[group]
  local hue = vim.api.nvim_get_hl(0, { name = from, link = false }).fg
  if not is_ours or not hue then
    return
  end
  local normal = vim.api.nvim_get_hl(0, { name = 'Normal', link = false })
  local ground = normal.bg or (vim.o.background == 'dark' and 0 or 0xffffff)
  tinted[group] = mixed(ground, hue, share)
  vim.api.nvim_set_hl(0, group, { bg = tinted[group] })
end

local function link_all()
  for group, target in pairs(M.links) do
    vim.api.nvim_set_hl(0, group, { link = target, default = true })
  end
  for group, from in pairs(TINTS) do
    tint(group, from[1], from[2])
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

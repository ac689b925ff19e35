--- Highlight groups: links to standard ones, so that every colour scheme fits, and what is made of those where they
--- could not be read on the grounds that they are drawn on. What the user or a colour scheme has set stays.
local colour = require('acp.ui.colour')
local planes = require('acp.ui.planes')
local tints = require('acp.ui.tints')

local M = {}

local api = vim.api

M.links = require('acp.ui.links')

--- Grounds that a text stands on, besides those that all texts may stand on.
local GROUNDS = {
  AcpDiffAdd = { 'AcpDiffAddLine' },
  AcpDiffDelete = { 'AcpDiffDeleteLine' },
  AcpDiffNumber = { 'AcpDiffAddLine', 'AcpDiffDeleteLine' },
  AcpReviewDelete = { 'AcpReviewOldWord' },
  AcpUserBar = { 'AcpUser' },
}
local ALL_GROUNDS = { 'AcpNormal', 'AcpCursorLine', 'AcpCode' }

--- Texts that are drawn with the ground of another group, whatever is below them.
local DRAWN_WITH = { AcpUserBar = 'AcpUser' }
--- Texts that bring their ground along.
local OWN_GROUND = { AcpNormal = true, AcpFollow = true, AcpFollowPaused = true }

---@type table<string, table> what we have made of the groups
local ours = {}
---@type table<string, string> names of groups with the ground of a frame, by the group they come from
local on_frame = {}

--- Nobody else has set it.
local function is_ours(group)
  local now = api.nvim_get_hl(0, { name = group })
  return next(now) == nil or vim.deep_equal(now, ours[group])
end

---@param group string
---@param definition vim.api.keyset.highlight
local function set(group, definition)
  api.nvim_set_hl(0, group, definition)
  ours[group] = api.nvim_get_hl(0, { name = group })
end

--- The colour itself when it can be read there, else the nearest on its way to that of plain text that can.
---@param plane acp.Plane
---@param value integer
---@param grounds integer[]
---@return integer
local function readable(plane, value, grounds)
  if colour.is_readable(plane.rgb(value), grounds) then
    return value
  end
  local ink = planes.ink(plane)
  for step = 1, 10 do
    local nearer = plane.value(colour.mixed(plane.rgb(value), ink, step / 10))
    if colour.is_readable(plane.rgb(nearer), grounds) then
      return nearer
    end
  end
  local white = colour.contrast(grounds[1], 0xffffff) > colour.contrast(grounds[1], 0)
  return plane.value(white and 0xffffff or 0)
end

--- What a group looks like as text on our grounds: without a ground of its own.
---@param look vim.api.keyset.get_hl_info
---@param groups string[] that the grounds are of
---@return table
local function as_text(look, groups)
  local text = vim.deepcopy(look)
  text.reverse, text.bg, text.ctermbg, text.default = nil, nil, nil, nil
  if text.cterm then
    text.cterm.reverse = nil
    text.cterm = next(text.cterm) and text.cterm or nil
  end
  for _, plane in ipairs(planes.ALL) do
    if look[plane.fg] then
      text[plane.fg] = readable(
        plane,
        look[plane.fg],
        vim.tbl_map(function(group)
          return planes.ground(plane, group)
        end, groups)
      )
    end
  end
  return text
end

--- The same for a text that has its ground with it.
---@param look vim.api.keyset.get_hl_info
---@return table
local function on_own_ground(look)
  local text = vim.deepcopy(look)
  text.default = nil
  for _, plane in ipairs(planes.ALL) do
    local ink, ground = plane.fg, plane.bg
    if plane.reversed(look) then
      ink, ground = ground, ink
    end
    if look[ground] then
      local value = look[ink] or plane.value(planes.ink(plane))
      local kept = readable(plane, value, { plane.rgb(look[ground]) })
      text[ink] = (look[ink] or kept ~= value) and kept or nil
    end
  end
  return text
end

--- A link where the standard group can be read as it is.
---@param group string
---@param target string
local function set_text(group, target)
  local look = planes.look(target)
  look.default = nil
  if group == 'AcpNormal' and next(look) == nil then
    -- Neovim takes a group without any look for none, and shows that of other floats.
    look.nocombine = true
  end
  local grounds = vim.list_extend(vim.list_slice(ALL_GROUNDS), GROUNDS[group] or {})
  local text = OWN_GROUND[group] and on_own_ground(look) or as_text(look, grounds)
  if DRAWN_WITH[group] then
    local ground = planes.look(DRAWN_WITH[group])
    text.bg, text.ctermbg = ground.bg, ground.ctermbg
  end
  local is_as_linked = vim.deep_equal(text, planes.look(target))
  set(group, is_as_linked and { link = target } or text)
end

--- Makes or remakes what is derived from a group.
local function derive(group, name)
  local ground = planes.look('AcpNormal')
  local text = as_text(planes.look(group), { 'AcpNormal' })
  text.bg, text.ctermbg = ground.bg, ground.ctermbg
  api.nvim_set_hl(0, name, text)
end

--- A group with the ground of our windows: text in a border would else stand on that of the editor.
---@param group string
---@return string
function M.on_frame(group)
  if not on_frame[group] then
    on_frame[group] = group .. 'OnFrame'
    derive(group, on_frame[group])
  end
  return on_frame[group]
end

--- Grounds first: texts are made to be read on them.
local function set_all()
  for group, target in pairs(M.links) do
    if OWN_GROUND[group] and is_ours(group) then
      set_text(group, target)
    end
  end
  for group, definition in pairs(tints.definitions()) do
    if is_ours(group) then
      set(group, definition)
    end
  end
  for group, target in pairs(M.links) do
    if not OWN_GROUND[group] and not tints.ALL[group] and is_ours(group) then
      set_text(group, target)
    end
  end
  for group, name in pairs(on_frame) do
    derive(group, name)
  end
end

local done = false

--- Sets the groups, once, and again with every other colour scheme or 'background': the first clears them, and what is
--- made changes with both.
function M.setup()
  if done then
    return
  end
  done = true
  set_all()
  local group = api.nvim_create_augroup('acp.hl', {})
  api.nvim_create_autocmd('ColorScheme', { group = group, callback = set_all })
  api.nvim_create_autocmd('OptionSet', {
    group = group,
    pattern = 'background',
    callback = set_all,
  })
end

--- 'winhighlight' of a window of ours: the ground and the frame that the user knows from their own.
---@param more? table<string, string> groups of Neovim, and ours in their place
---@return string
function M.winhighlight(more)
  M.setup()
  local groups = vim.tbl_extend('force', {
    CursorLine = 'AcpCursorLine',
    EndOfBuffer = 'AcpNormal',
    FloatBorder = M.on_frame('AcpBorder'),
    FloatFooter = M.on_frame('AcpFooter'),
    FloatTitle = M.on_frame('AcpTitle'),
    Folded = 'AcpFolded',
    NormalFloat = 'AcpNormal',
  }, more or {})
  local pairs_of = {}
  for name, own in vim.spairs(groups) do
    table.insert(pairs_of, ('%s:%s'):format(name, own))
  end
  return table.concat(pairs_of, ',')
end

return M

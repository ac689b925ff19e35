--- Highlight groups: links to standard ones, so that every colour scheme fits, and what is made of those where they
--- could not be read on the grounds that they are drawn on. What the user or a colour scheme has set stays.
local colour = require('acp.ui.colour')
local planes = require('acp.ui.planes')
local tints = require('acp.ui.tints')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.hl')

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

---@type table<string, vim.api.keyset.highlight> what we have made of the groups
local ours = {}
---@type table<string, string> names of groups with the ground of a frame, by the group they come from
local on_frame = {}

--- A definition as Neovim gives it back.
---@param definition vim.api.keyset.highlight
local function as_read(definition)
  api.nvim_set_hl(namespace, 'AcpRead', definition)
  return api.nvim_get_hl(namespace, { name = 'AcpRead' })
end

--- Nobody else has set it.
local function is_ours(group)
  local now = api.nvim_get_hl(0, { name = group })
  return next(now) == nil or ours[group] and vim.deep_equal(now, as_read(ours[group]))
end

---@param group string
---@param definition vim.api.keyset.highlight
local function set(group, definition)
  api.nvim_set_hl(0, group, definition)
  ours[group] = definition
end

--- The colour itself when it can be read there, else the nearest on its way to that of plain text that can.
---@param plane acp.Plane
---@param value integer
---@param grounds number[] luminances
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
  return plane.value(colour.suits_white(grounds[1]) and 0xffffff or 0)
end

--- A look as text on our grounds: without a ground of its own.
---@param look vim.api.keyset.get_hl_info
---@param grounds acp.Grounds
---@return table
local function as_text(look, grounds)
  local text = vim.tbl_extend('force', {}, look)
  text.reverse, text.bg, text.ctermbg, text.default = nil, nil, nil, nil
  if text.cterm then
    text.cterm.reverse = nil
    text.cterm = next(text.cterm) and text.cterm or nil
  end
  for _, plane in ipairs(planes.ALL) do
    if text[plane.fg] then
      text[plane.fg] = readable(plane, text[plane.fg], grounds[plane])
    end
  end
  return text
end

--- The same for a text that has its ground with it.
---@param look vim.api.keyset.get_hl_info
---@return table
local function on_own_ground(look)
  local text = vim.tbl_extend('force', {}, look)
  text.default = nil
  for _, plane in ipairs(planes.ALL) do
    local ink, ground = plane.fg, plane.bg
    if plane.reversed(text) then
      ink, ground = ground, ink
    end
    if text[ground] then
      local value = text[ink] or plane.value(planes.ink(plane))
      local kept = readable(plane, value, { colour.luminance(plane.rgb(text[ground])) })
      text[ink] = (text[ink] or kept ~= value) and kept or nil
    end
  end
  return text
end

--- A link where the standard group can be read as it is.
---@param text table what the target has to look like
---@param look vim.api.keyset.get_hl_info what it looks like
---@param target string
---@return vim.api.keyset.highlight
local function linked_or(text, look, target)
  return vim.deep_equal(text, look) and { link = target } or text
end

--- The groups that texts are made to be read on.
local function set_grounds()
  for group in pairs(OWN_GROUND) do
    if is_ours(group) then
      local target = M.links[group]
      local look = planes.look(target)
      local text = on_own_ground(look)
      if group == 'AcpNormal' and next(text) == nil then
        -- Neovim takes a group without any look for none, and shows that of other floats.
        text.nocombine = true
      end
      set(group, linked_or(text, look, target))
    end
  end
  for group, tinted in pairs(tints.definitions()) do
    if is_ours(group) then
      set(group, tinted)
    end
  end
end

--- A text that stands on more grounds than all do.
---@param group string
---@param look vim.api.keyset.get_hl_info
---@param grounds acp.Grounds of all
---@return table
local function on_more_grounds(group, look, grounds)
  local all = {}
  for plane, more in pairs(planes.grounds(GROUNDS[group])) do
    all[plane] = vim.list_extend(vim.list_slice(grounds[plane]), more)
  end
  local text = as_text(look, all)
  if DRAWN_WITH[group] then
    local ground = planes.look(DRAWN_WITH[group])
    text.bg, text.ctermbg = ground.bg, ground.ctermbg
  end
  return text
end

--- Most groups share their target and their grounds with others: each such look is made once.
local function set_texts()
  local grounds = planes.grounds(ALL_GROUNDS)
  local looks, shared = {}, {}
  for group, target in pairs(M.links) do
    if not OWN_GROUND[group] and not tints.ALL[group] and is_ours(group) then
      local look = looks[target] or planes.look(target)
      looks[target] = look
      if GROUNDS[group] then
        set(group, linked_or(on_more_grounds(group, look, grounds), look, target))
      else
        shared[target] = shared[target] or linked_or(as_text(look, grounds), look, target)
        set(group, shared[target])
      end
    end
  end
end

--- Makes or remakes what is derived from a group.
local function derive(group, name)
  local ground = planes.look('AcpNormal')
  local text = as_text(planes.look(group), planes.grounds({ 'AcpNormal' }))
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

local function set_all()
  set_grounds()
  set_texts()
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

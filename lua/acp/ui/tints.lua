--- Grounds that are ours: hues that leave what stands on them readable, code in all its colours too. Few colour schemes
--- have such.
local colour = require('acp.ui.colour')
local links = require('acp.ui.links')
local planes = require('acp.ui.planes')

local M = {}

---@class acp.Tint
---@field share number of the hue, where that leaves all readable
---@field dark integer[] for 256 colours, the best first: mixed, they would all be the same grey
---@field light integer[]

local GREY = { dark = { 236, 235, 237, 234 }, light = { 254, 255, 253, 252 } }
local ADDED = { dark = { 22 }, light = { 194 } }
local ADDED_WORD = { dark = { 28, 22 }, light = { 157, 194 } }
local REMOVED = { dark = { 52 }, light = { 224 } }
local REMOVED_WORD = { dark = { 88, 52 }, light = { 217, 224 } }
local CHANGED = { dark = { 17, 18 }, light = { 189 } }
local CHANGED_WORD = { dark = { 18, 17 }, light = { 153, 189 } }

---@param share number
---@param indexed { dark: integer[], light: integer[] }
---@return acp.Tint
local function tint(share, indexed)
  return { share = share, dark = indexed.dark, light = indexed.light }
end

--- By group; the hue is that of what it links to.
---@type table<string, acp.Tint>
M.ALL = {
  AcpAsked = tint(0.07, GREY),
  AcpCode = tint(0.07, GREY),
  AcpConflictMine = tint(0.2, CHANGED),
  AcpConflictTheirs = tint(0.2, ADDED),
  AcpCursorLine = tint(0.07, GREY),
  AcpDiffAddLine = tint(0.13, ADDED),
  AcpDiffAddWord = tint(0.35, ADDED_WORD),
  AcpDiffDeleteLine = tint(0.13, REMOVED),
  AcpDiffDeleteWord = tint(0.35, REMOVED_WORD),
  AcpEdit = tint(0.25, ADDED_WORD),
  AcpReviewAdd = tint(0.13, ADDED),
  AcpReviewChange = tint(0.13, CHANGED),
  AcpReviewOldWord = tint(0.35, REMOVED_WORD),
  AcpReviewQueuedLine = tint(0.07, GREY),
  AcpReviewWord = tint(0.35, CHANGED_WORD),
  AcpUser = tint(0.07, GREY),
}

--- What code is coloured with. Where one of these is hard to read by itself, that is the colour scheme's own affair.
local CODE = {
  'Comment',
  'Constant',
  'Function',
  'Identifier',
  'Number',
  'Operator',
  'PreProc',
  'Special',
  'Statement',
  'String',
  'Type',
}

---@param plane acp.Plane
---@return number[] luminances of the colours that must stay readable, that of plain text first
local function inks(plane)
  local found = { colour.luminance(planes.ink(plane)) }
  local ground = { colour.luminance(planes.ground(plane)) }
  for _, group in ipairs(CODE) do
    local own = planes.look(group)[plane.fg]
    if own and colour.is_readable(plane.rgb(own), ground) then
      table.insert(found, colour.luminance(plane.rgb(own)))
    end
  end
  return found
end

--- Less and less of the hue; what is left at last can still be seen.
local function mixture(ground, hue, share, all)
  local least = share / 3
  while share > least and not colour.is_readable(colour.mixed(ground, hue, share), all) do
    share = share * 0.8
  end
  return colour.mixed(ground, hue, share)
end

--- The first that bears all colours and is not the ground itself, else the first that bears plain text.
---@param candidates integer[]
local function indexed(candidates, ground, all)
  for _, wanted in ipairs({ all, { all[1] } }) do
    for _, index in ipairs(candidates) do
      local rgb = colour.of_index(index)
      if rgb ~= ground and colour.is_readable(rgb, wanted) then
        return index
      end
    end
  end
end

--- What each ground is in the colour scheme of now.
---@return table<string, vim.api.keyset.highlight>
function M.definitions()
  local gui, cterm = unpack(planes.ALL)
  local ground, indexed_ground = planes.ground(gui), planes.ground(cterm)
  local candidates = colour.suits_white(colour.luminance(indexed_ground)) and 'dark' or 'light'
  local all, indexed_all = inks(gui), inks(cterm)
  local function of(tinted, group)
    local hue = planes.look(links[group]).fg or planes.ink(gui)
    return {
      bg = mixture(ground, hue, tinted.share, all),
      ctermbg = indexed(tinted[candidates], indexed_ground, indexed_all),
    }
  end
  local found = {}
  for group, tinted in pairs(M.ALL) do
    found[group] = of(tinted, group)
  end
  return found
end

return M

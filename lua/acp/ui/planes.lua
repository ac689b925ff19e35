--- The two ways in which a highlight group has colours: those of true colour, and those of 256 colours.
local colour = require('acp.ui.colour')

local M = {}

---@class acp.Plane
---@field fg string its fields in a definition
---@field bg string
---@field rgb fun(value: integer): integer
---@field value fun(rgb: integer): integer the most like it that the plane has
---@field reversed fun(definition: vim.api.keyset.get_hl_info): boolean

local function itself(value)
  return value
end

---@type acp.Plane[]
M.ALL = {
  {
    fg = 'fg',
    bg = 'bg',
    rgb = itself,
    value = itself,
    reversed = function(definition)
      return definition.reverse == true
    end,
  },
  {
    fg = 'ctermfg',
    bg = 'ctermbg',
    rgb = colour.of_index,
    value = colour.nearest_index,
    reversed = function(definition)
      return (definition.cterm or {}).reverse == true
    end,
  },
}

--- What a group looks like, links followed.
---@param group string
---@return vim.api.keyset.get_hl_info
function M.look(group)
  return vim.api.nvim_get_hl(0, { name = group, link = false })
end

---@return integer
local function extreme(is_dark)
  return is_dark and 0 or 0xffffff
end

--- The colour of plain text. One that is the terminal's own is taken for the extreme that suits 'background'.
---@param plane acp.Plane
---@return integer rgb
function M.ink(plane)
  local own = M.look('Normal')[plane.fg]
  return own and plane.rgb(own) or extreme(vim.o.background ~= 'dark')
end

--- The ground of plain text.
---@param plane acp.Plane
---@return integer rgb
function M.ground(plane)
  local own = M.look('Normal')[plane.bg]
  return own and plane.rgb(own) or extreme(vim.o.background == 'dark')
end

--- What groups are drawn on in each plane, as luminances.
---@alias acp.Grounds table<acp.Plane, number[]>

--- One without a ground of its own is drawn on that of plain text.
---@param groups string[]
---@return acp.Grounds
function M.grounds(groups)
  local found = {}
  for _, plane in ipairs(M.ALL) do
    found[plane] = {}
  end
  for _, group in ipairs(groups) do
    local look = M.look(group)
    for _, plane in ipairs(M.ALL) do
      local own = look[plane.bg]
      local ground = own and plane.rgb(own) or M.ground(plane)
      table.insert(found[plane], colour.luminance(ground))
    end
  end
  return found
end

return M

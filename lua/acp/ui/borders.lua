--- The frame of a pair of floats that stand one on the other: one frame with a line across.
local M = {}

---@class acp.FramePair
---@field upper string|string[] border of the upper float
---@field middle string|string[] of a float between them
---@field lower string|string[]
---@field columns integer that the frame takes in all
---@field rows integer
---@field between integer rows from the upper float's text to the lower float's window, without the upper's text

--- Top left, across, top right, down, bottom right, bottom left, and the two ends of the line across.
local STYLES = {
  rounded = { '╭', '─', '╮', '│', '╯', '╰', '├', '┤' },
  single = { '┌', '─', '┐', '│', '┘', '└', '├', '┤' },
  double = { '╔', '═', '╗', '║', '╝', '╚', '╠', '╣' },
  bold = { '┏', '━', '┓', '┃', '┛', '┗', '┣', '┫' },
  solid = { ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ' },
}

--- The border to use: the option, else 'winborder' where there is one, else rounded.
---@param own? string
local function style_of(own)
  if own then
    return own
  end
  local exists, global = pcall(vim.api.nvim_get_option_value, 'winborder', {})
  if not exists or global == '' then
    return 'rounded'
  end
  return (STYLES[global] or global == 'none') and global or 'single'
end

--- The border of a float that stands alone and must be seen, so never none.
---@param own? string
---@return string
function M.single(own)
  local style = style_of(own)
  return (STYLES[style] and style ~= 'bold') and style or 'single'
end

---@return acp.FramePair
local function pair(style)
  local parts = STYLES[style]
  if not parts then
    return { upper = 'none', middle = 'none', lower = 'none', columns = 0, rows = 0, between = 0 }
  end
  local tl, across, tr, down, br, bl, left, right = unpack(parts)
  return {
    upper = { tl, across, tr, down, right, across, left, down },
    middle = { '', '', '', down, '', '', '', down },
    lower = { '', '', '', down, br, across, bl, down },
    columns = 2,
    rows = 3,
    between = 2,
  }
end

---@param own? string
---@return acp.FramePair
function M.pair(own)
  return pair(style_of(own))
end

--- The same for a pair that must be seen, so never none.
---@param own? string
---@return acp.FramePair
function M.stacked(own)
  local style = style_of(own)
  return pair(STYLES[style] and style or 'single')
end

return M

--- Colours as numbers (0xRRGGBB): how well one is read on another, and mixtures. Knows nothing of highlight groups.
local M = {}

-- All of it runs once for a colour scheme: compiling it would take longer.
if jit then
  jit.off(true, true)
end

--- Text with less than this against its ground is hard to read (WCAG: large text).
M.MIN_CONTRAST = 3

--- The first 16 colours of a terminal, as xterm has them; users may have changed them.
local BASIC = {
  0x000000,
  0xcd0000,
  0x00cd00,
  0xcdcd00,
  0x0000ee,
  0xcd00cd,
  0x00cdcd,
  0xe5e5e5,
  0x7f7f7f,
  0xff0000,
  0x00ff00,
  0xffff00,
  0x5c5cff,
  0xff00ff,
  0x00ffff,
  0xffffff,
}

--- Values of red, green and blue in the cube of 256 colours.
local STEPS = { 0, 95, 135, 175, 215, 255 }

---@param colour integer
---@return integer red
---@return integer green
---@return integer blue
local function parts(colour)
  return math.floor(colour / 65536) % 256, math.floor(colour / 256) % 256, colour % 256
end

---@param index integer of the 256 colours of a terminal
---@return integer colour
function M.of_index(index)
  if index < 16 then
    return BASIC[index + 1]
  elseif index > 231 then
    return (8 + (index - 232) * 10) * 0x010101
  end
  local cube = index - 16
  local red, green, blue = math.floor(cube / 36), math.floor(cube / 6) % 6, cube % 6
  return STEPS[red + 1] * 65536 + STEPS[green + 1] * 256 + STEPS[blue + 1]
end

---@param value integer of red, green or blue
---@return integer place in STEPS, counted from 0
local function nearest_step(value)
  local nearest = 1
  for place, step in ipairs(STEPS) do
    if math.abs(step - value) < math.abs(STEPS[nearest] - value) then
      nearest = place
    end
  end
  return nearest - 1
end

local function distance(a, b)
  local red, green, blue = parts(a)
  local other_red, other_green, other_blue = parts(b)
  return (red - other_red) ^ 2 + (green - other_green) ^ 2 + (blue - other_blue) ^ 2
end

--- The most like a colour among those that no user has changed: in the cube, or else among the greys.
---@param colour integer
---@return integer index
function M.nearest_index(colour)
  local red, green, blue = parts(colour)
  local cube = 16 + nearest_step(red) * 36 + nearest_step(green) * 6 + nearest_step(blue)
  local grey = 232 + math.ceil(((red + green + blue) / 3 - 8) / 10 - 0.5)
  grey = math.max(232, math.min(255, grey))
  return distance(M.of_index(grey), colour) < distance(M.of_index(cube), colour) and grey or cube
end

--- Of red, green or blue.
---@param value integer
---@return number
local function linear(value)
  local share = value / 255
  return share <= 0.04045 and share / 12.92 or ((share + 0.055) / 1.055) ^ 2.4
end

--- From 0, which is black, to 1.
---@param colour integer
---@return number
function M.luminance(colour)
  local red, green, blue = parts(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
end

--- From 1, which is as bright, to 21.
---@param a number luminance
---@param b number
---@return number
local function contrast(a, b)
  return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
end

---@param ground number luminance of it
---@return boolean white is easier to read there than black
function M.suits_white(ground)
  return contrast(ground, 1) > contrast(ground, 0)
end

---@param colour integer
---@param others number[] luminances of what it stands on, or of what stands on it
---@return boolean
function M.is_readable(colour, others)
  local own = M.luminance(colour)
  for _, other in ipairs(others) do
    if contrast(own, other) < M.MIN_CONTRAST then
      return false
    end
  end
  return true
end

local function between(a, b, share)
  return math.floor(a + (b - a) * share + 0.5)
end

---@param ground integer
---@param hue integer
---@param share number of the hue
---@return integer
function M.mixed(ground, hue, share)
  local r, g, b = parts(ground)
  local red, green, blue = parts(hue)
  return between(r, red, share) * 65536 + between(g, green, share) * 256 + between(b, blue, share)
end

return M

--- Draws conflicts: the user's lines on a background of their own, and below them the agent's, as virtual lines.
local hl = require('acp.ui.hl')
local text = require('acp.conflict.text')
local virtual_lines = require('acp.ui.virtual_lines')

local M = {}

local RANGES = vim.api.nvim_create_namespace('acp.conflict')
local LABELS = vim.api.nvim_create_namespace('acp.conflict.labels')

--- Where the extmark of a region is.
---@param bufnr integer
---@param region acp.Region
---@return integer? from
---@return integer? to may be less
function M.marked(bufnr, region)
  if not region.mark then
    return nil
  end
  local mark = vim.api.nvim_buf_get_extmark_by_id(bufnr, RANGES, region.mark, { details = true })
  if mark[1] then
    return mark[1], mark[3].end_row or mark[1]
  end
end

--- Puts a region's extmark where the region is.
---@param bufnr integer
---@param region acp.Region
---@param visible boolean
function M.range(bufnr, region, visible)
  local from, to = M.marked(bufnr, region)
  if from == region.from and to == region.to and region.visible == visible then
    return
  end
  hl.setup()
  region.visible = visible
  region.mark = vim.api.nvim_buf_set_extmark(bufnr, RANGES, region.from, 0, {
    id = region.mark,
    end_row = region.to,
    end_col = 0,
    -- What is put in at either edge belongs to the region.
    right_gravity = false,
    end_right_gravity = true,
    strict = false,
    hl_group = visible and 'AcpConflictMine' or nil,
    hl_eol = visible or nil,
    priority = 90,
  })
end

--- Where the virtual lines hang: below the user's lines; without any, between the lines around.
---@return integer row
---@return boolean above
local function anchor(bufnr, region)
  if region.to > 0 then
    return math.min(region.to, vim.api.nvim_buf_line_count(bufnr)) - 1, false
  end
  local first = vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1]
  return 0, first ~= '' or vim.api.nvim_buf_line_count(bufnr) > 1
end

---@class acp.Label what is drawn for a region
---@field number integer
---@field count integer
---@field empty boolean
---@field width? integer

---@type table<integer, table<integer, { label: acp.Label, mark: integer }>> by buffer and region
local drawn = {}

---@param before? { label: acp.Label, mark: integer }
---@param wanted acp.Label
---@return integer mark
local function draw(bufnr, region, before, wanted)
  local row, above = anchor(bufnr, region)
  local at = before and vim.api.nvim_buf_get_extmark_by_id(bufnr, LABELS, before.mark, {})
  if before and at[1] == row and vim.deep_equal(before.label, wanted) then
    return before.mark
  end
  local lines = text.of(bufnr, region, wanted)
  local mark = vim.api.nvim_buf_set_extmark(bufnr, LABELS, row, 0, {
    id = before and before.mark,
    virt_lines = lines,
    virt_lines_above = above,
    undo_restore = false,
    priority = 90,
  })
  if above and not before then
    virtual_lines.reveal_top(bufnr, #lines)
  end
  return mark
end

--- Draws the labels of all open regions of a buffer, as far as they have changed.
---@param bufnr integer
---@param regions acp.Region[] in order
function M.labels(bufnr, regions)
  local before, now = drawn[bufnr] or {}, {}
  local count, width = #regions, virtual_lines.wrap_width(bufnr)
  for number, region in ipairs(regions) do
    local empty = region.from == region.to
    local label = { number = number, count = count, empty = empty, width = width }
    now[region.id] = { label = label, mark = draw(bufnr, region, before[region.id], label) }
  end
  for id, old in pairs(before) do
    if not now[id] then
      vim.api.nvim_buf_del_extmark(bufnr, LABELS, old.mark)
    end
  end
  drawn[bufnr] = next(now) and now or nil
end

--- The range is none any more.
---@param bufnr integer
---@param region acp.Region
function M.remove(bufnr, region)
  vim.api.nvim_buf_del_extmark(bufnr, RANGES, region.mark)
end

---@param bufnr integer
function M.clear(bufnr)
  drawn[bufnr] = nil
  if vim.api.nvim_buf_is_valid(bufnr) then
    vim.api.nvim_buf_clear_namespace(bufnr, RANGES, 0, -1)
    vim.api.nvim_buf_clear_namespace(bufnr, LABELS, 0, -1)
  end
end

return M

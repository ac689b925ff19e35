--- Lines of the user's buffers that prompts mention: they stay on their text while the user edits it.
local paths = require('acp.paths')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.context')

---@class acp.PromptAnchor what a prompt mentions, where it is now
---@field name string
---@field bufnr? integer
---@field path? string nil: no file
---@field first? integer nil: all of it, or the lines are gone
---@field last? integer

---@class acp.Anchor
---@field bufnr? integer nil: a file that need not be loaded
---@field path? string of such a file
---@field first? integer line of it
---@field last? integer
---@field mark? integer nil: all of it
---@field is_blank? boolean all of it is the blank line at the end of the buffer

---@alias acp.Anchors table<string, acp.Anchor> by the name behind the "@"

---@type table<integer, acp.Anchors> by prompt buffer
local anchors = {}
---@type table<integer, acp.Anchors> of prompts that are on their way
local on_their_way = {}
local taken = 0

---@param anchor acp.Anchor
local function drop(anchor)
  if anchor.mark and anchor.bufnr and api.nvim_buf_is_valid(anchor.bufnr) then
    api.nvim_buf_del_extmark(anchor.bufnr, namespace, anchor.mark)
  end
end

--- Where the lines are now, from 1; nil: they are gone.
---@param anchor acp.Anchor
---@return integer? first
---@return integer? last
local function lines_of(anchor)
  local mark =
    api.nvim_buf_get_extmark_by_id(anchor.bufnr, namespace, anchor.mark, { details = true })
  local details = mark[3]
  if not details or details.invalid then
    return nil
  end
  -- Neovim 0.10 does not say so when the lines alone are deleted.
  local is_empty = details.end_row == mark[1] and details.end_col == mark[2]
  if is_empty and not anchor.is_blank then
    return nil
  end
  local last = details.end_col > 0 and details.end_row + 1 or details.end_row
  return mark[1] + 1, math.max(last, mark[1] + 1)
end

--- Whether what it follows is still there.
---@param anchor acp.Anchor
local function is_there(anchor)
  return not anchor.mark or api.nvim_buf_is_valid(anchor.bufnr) and lines_of(anchor) ~= nil
end

--- Follows lines of a buffer for a prompt that mentions them under this name, unless it does already.
---@param prompt integer
---@param name string
---@param bufnr integer
---@param first? integer nil: all of the buffer
---@param last? integer
function M.set(prompt, name, bufnr, first, last)
  anchors[prompt] = anchors[prompt] or {}
  local known = anchors[prompt][name]
  if known and is_there(known) then
    return
  elseif known then
    drop(known)
  end
  local mark, is_blank
  if first then
    local count = api.nvim_buf_line_count(bufnr)
    first, last = math.min(first, count), math.min(last or first, count)
    local at_end = last == count
    local text = at_end and api.nvim_buf_get_lines(bufnr, last - 1, last, false)[1] or ''
    is_blank = at_end and first == last and text == ''
    mark = api.nvim_buf_set_extmark(bufnr, namespace, first - 1, 0, {
      -- The start of the line below: that line may go, what is put in above it belongs to the lines.
      end_row = at_end and last - 1 or last,
      end_col = #text,
      end_right_gravity = false,
      invalidate = true,
      undo_restore = true,
    })
  end
  anchors[prompt][name] = { bufnr = bufnr, mark = mark, is_blank = is_blank }
end

--- A file that the user has added by its path: it may lie anywhere.
---@param prompt integer
---@param name string
---@param path string
---@param first? integer nil: all of it
---@param last? integer
function M.set_file(prompt, name, path, first, last)
  anchors[prompt] = anchors[prompt] or {}
  anchors[prompt][name] = anchors[prompt][name] or { path = path, first = first, last = last }
end

---@param own acp.Anchors
---@return acp.PromptAnchor[]
local function places_of(own)
  local list = {}
  for name, anchor in pairs(own) do
    local bufnr = anchor.bufnr
    if not bufnr then
      local first, last = anchor.first, anchor.last
      table.insert(list, { name = name, path = anchor.path, first = first, last = last })
    elseif api.nvim_buf_is_loaded(bufnr) then
      local path, first, last = paths.of_buffer(bufnr), nil, nil
      if anchor.mark then
        first, last = lines_of(anchor)
      end
      table.insert(list, { name = name, bufnr = bufnr, path = path, first = first, last = last })
    end
  end
  return list
end

--- The anchors of a prompt as the host takes them.
---@param prompt integer
---@return acp.PromptAnchor[]
function M.list(prompt)
  return places_of(anchors[prompt] or {})
end

--- Those of a prompt that is on its way.
---@param id integer from `take`
---@return acp.PromptAnchor[]
function M.now(id)
  return places_of(on_their_way[id] or {})
end

--- Follows no other names any more.
---@param prompt integer
---@param names table<string, true>
function M.keep(prompt, names)
  for name, anchor in pairs(anchors[prompt] or {}) do
    if not names[name] then
      drop(anchor)
      anchors[prompt][name] = nil
    end
  end
end

--- What lines are called by where they are now.
---@param prompt integer
---@param name string
---@return string? # nil: they still have this name, or are gone
function M.name_now(prompt, name)
  local anchor = (anchors[prompt] or {})[name]
  local first, last
  if anchor and anchor.mark and api.nvim_buf_is_loaded(anchor.bufnr) then
    first, last = lines_of(anchor)
  end
  if not first then
    return nil
  end
  local range = first == last and tostring(first) or ('%d-%d'):format(first, last)
  local now = name:gsub('[%d-]+$', range)
  return now ~= name and now or nil
end

--- The lines are called otherwise now.
---@param prompt integer
---@param name string
---@param other string
function M.rename(prompt, name, other)
  local own = anchors[prompt]
  if own and own[name] and not own[other] then
    own[name], own[other] = nil, own[name]
  end
end

--- Takes the anchors out of a prompt whose text is on its way.
---@param prompt integer
---@return integer id
function M.take(prompt)
  taken = taken + 1
  on_their_way[taken], anchors[prompt] = anchors[prompt] or {}, nil
  return taken
end

--- The text was not sent: its prompt has the anchors again.
---@param prompt integer
---@param id integer
function M.give_back(prompt, id)
  local own = anchors[prompt] or {}
  for name, anchor in pairs(on_their_way[id] or {}) do
    if own[name] then
      drop(own[name])
    end
    own[name] = anchor
  end
  anchors[prompt], on_their_way[id] = own, nil
end

--- The text was sent.
---@param id integer
function M.release(id)
  vim.tbl_map(drop, on_their_way[id] or {})
  on_their_way[id] = nil
end

return M

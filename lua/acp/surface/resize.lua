--- The size of a surface's window: what the user makes of it stays, and the host lays the text out anew.
local window = require('acp.surface.window')

local M = {}

local api = vim.api

---@param win integer
---@return acp.SurfaceSize
local function size_of(win)
  return { width = api.nvim_win_get_width(win), height = api.nvim_win_get_height(win) }
end

---@class acp.SurfaceSizes
---@field own? acp.SurfaceSize what the user has made of the window
---@field shown? acp.SurfaceSize what we have made of it
---@field room acp.SurfaceSize what the host lays the text out for
---@field stop fun()

--- Watches the sizes of the editor and of a window.
---@param win integer
---@param place fun() places the window anew
---@param changed fun(room: acp.SurfaceSize) the text may take so much now
---@return acp.SurfaceSizes
function M.watch(win, place, changed)
  local group = api.nvim_create_augroup('acp.surface.' .. win, {})
  ---@type acp.SurfaceSizes
  local sizes = {
    room = window.room(),
    stop = function()
      pcall(api.nvim_del_augroup_by_id, group)
    end,
  }
  local function set_room(room)
    if not vim.deep_equal(room, sizes.room) then
      sizes.room = room
      changed(room)
    end
  end
  api.nvim_create_autocmd('WinResized', {
    group = group,
    callback = function()
      if vim.tbl_contains(vim.v.event.windows or {}, win) and api.nvim_win_is_valid(win) then
        local size = size_of(win)
        if not vim.deep_equal(size, sizes.shown) then
          sizes.own, sizes.shown = size, size
          set_room(size)
        end
      end
    end,
  })
  -- Another editor, another size: what the user has made of the window was for the one before.
  api.nvim_create_autocmd('VimResized', {
    group = group,
    callback = function()
      sizes.own = nil
      if api.nvim_win_is_valid(win) then
        place()
      end
      set_room(window.room())
    end,
  })
  return sizes
end

--- Notes what we have made of the window, so that the user's hand can be told from ours.
---@param sizes acp.SurfaceSizes
---@param win integer
function M.note(sizes, win)
  sizes.shown = size_of(win)
end

return M

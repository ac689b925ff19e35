--- The buffers of a chat when the user unloads them (`:bdelete`, `:edit`): Neovim takes the text, and maybe options and
--- keys, too. They are made anew; what was written in the prompt is kept for that.
local views = require('acp.chat.views')

local M = {}

local api = vim.api

---@param bufnr integer
---@return string? # nil: nothing is written there
local function text_of(bufnr)
  local text = table.concat(api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
  return vim.trim(text) ~= '' and text or nil
end

---@param view acp.View
---@param bufnr integer one of its buffers
---@param make_anew fun() called when it was emptied where it is shown
function M.watch(view, bufnr, make_anew)
  api.nvim_create_autocmd('BufUnload', {
    buffer = bufnr,
    once = true,
    callback = function()
      if bufnr == view.prompt then
        view.draft = text_of(bufnr)
      end
      vim.schedule(function()
        if api.nvim_buf_is_loaded(bufnr) and views.get(view.id) == view then
          make_anew()
        end
      end)
    end,
  })
end

return M

--- Completion plugins that are there get the prompt's completion as a source of theirs, for prompts only.
local M = {}

local NAME, FILETYPE = 'acp', 'acpprompt'

---@type table<string, true> plugins that have it
local registered = {}

---@type table<string, fun(plugin: table)> by module
local REGISTER = {
  ['blink.cmp'] = function(blink)
    blink.add_source_provider(NAME, { name = NAME, module = 'acp.prompt.blink', async = true })
    blink.add_filetype_source(FILETYPE, NAME)
  end,
  cmp = function(cmp)
    cmp.register_source(NAME, require('acp.prompt.cmp'))
    -- Beside the sources that the user has.
    local sources = vim.list_extend({ { name = NAME } }, cmp.get_config().sources or {})
    cmp.setup.filetype(FILETYPE, { sources = sources })
  end,
}

--- Offers it to those that are loaded; one without such a function finds it through 'omnifunc'.
function M.register()
  for module, register in pairs(REGISTER) do
    local plugin = package.loaded[module]
    if type(plugin) == 'table' and not registered[module] then
      registered[module] = true
      pcall(register, plugin)
    end
  end
end

return M

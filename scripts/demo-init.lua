-- The whole configuration of the Neovim that scripts/demo opens: the plugin on 'runtimepath' and the agent
-- that was chosen. Options arrive as JSON in the environment, so that nothing has to be quoted into Lua.
local here = debug.getinfo(1, 'S').source:sub(2)
vim.opt.runtimepath:prepend(vim.fs.dirname(vim.fs.dirname(here)))
vim.g.acp = vim.json.decode(vim.env.ACP_DEMO_OPTIONS)
vim.env.ACP_DEMO_OPTIONS = nil
vim.o.number = true

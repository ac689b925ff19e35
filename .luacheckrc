-- Neovim runs LuaJIT; `vim` is its one global, and some of its fields are there to be written.
std = 'luajit'
cache = false
read_globals = { 'vim' }
globals = { 'vim.g', 'vim.b', 'vim.w', 'vim.t', 'vim.o', 'vim.go', 'vim.bo', 'vim.wo', 'vim.opt', 'vim.opt_local', 'vim.env', 'vim.v' }
exclude_files = { '.cache', 'node_modules', 'scripts/demo-project' }
-- 212/_.*: an unused argument whose name begins with an underscore says so itself.
ignore = { '212/_.*', '213/_.*' }
max_line_length = 120
-- Made of TypeScript, with comments as long as they are there.
files['lua/acp/types.lua'] = { max_line_length = false }

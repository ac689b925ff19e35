--- Made of src/mcp/tools/ by scripts/generate-lua.mjs: do not change it here.
---@type string[]
return {}

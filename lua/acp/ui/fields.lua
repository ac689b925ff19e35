--- Checks of tables that users give to the API.
local M = {}

---@param given table
---@param wanted table<string, string> types by field
---@param of? string what the fields belong to
---@return string? problem
function M.problem(given, wanted, of)
  for field, value in pairs(given) do
    local name = (of or '') .. tostring(field)
    if not wanted[field] then
      return ('unknown field "%s"'):format(name)
    elseif wanted[field] ~= 'any' and type(value) ~= wanted[field] then
      return ('%s must be a %s'):format(name, wanted[field])
    end
  end
end

return M

--- Subcommands that set what the session of the chat offers.

---@param what 'mode'|'model'
local function complete(what)
  return function(words)
    return #words == 1 and require('acp.chat.views').completions(what) or {}
  end
end

---@param what 'mode'|'model'
local function run(what)
  return function(_, rest)
    local id = vim.trim(rest)
    if id == '' then
      require('acp.settings').pick(what)
    else
      require('acp.settings').set('set_' .. what, { id = id })
    end
  end
end

---@type table<string, acp.Subcommand>
return {
  mode = {
    args = '[id]',
    desc = 'Set the mode of the session, or pick one. Works during a turn too.',
    complete = complete('mode'),
    run = run('mode'),
  },
  model = {
    args = '[id]',
    desc = 'Set the model, or pick one.',
    complete = complete('model'),
    run = run('model'),
  },
  config = {
    args = '[id [value]]',
    desc = 'Set an option of the session, or pick one. Values of switches are on and off.',
    complete = function(words)
      local found = {}
      for _, option in ipairs(require('acp.chat.views').completions('config')) do
        if #words == 1 then
          table.insert(found, option.id)
        elseif #words == 2 and option.id == words[1] then
          found = option.values
        end
      end
      return found
    end,
    run = function(args, rest)
      local value = vim.trim((rest:gsub('^%s*%S+%s*', '', 1)))
      if args[1] and value ~= '' then
        require('acp.settings').set('set_config', { id = args[1], value = value })
      else
        require('acp.settings').pick('config', args[1])
      end
    end,
  },
}

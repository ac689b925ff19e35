-- Writes doc/acp.txt from scripts/acp.txt.in: each line `<<name>>` there is replaced by a section made from the
-- plugin's own tables, so that the manual cannot say anything else than the code does.
--
--   nvim --clean -l scripts/generate-doc.lua [--check]      --check: fail when the file is not what would be written
local root = vim.fs.dirname(vim.fs.dirname(vim.fs.normalize(vim.fn.fnamemodify(arg[0], ':p'))))
vim.opt.runtimepath:prepend(root)

local WIDTH = 78

local function read(path)
  local file = assert(io.open(root .. '/' .. path))
  local text = file:read('*a')
  file:close()
  return text
end

--- `text` in lines that fit the page, each after `indent`.
local function wrap(text, indent)
  local lines, line = {}, ''
  local room = WIDTH - #indent:gsub('\t', (' '):rep(8))
  for word in text:gmatch('%S+') do
    if line ~= '' and #line + 1 + #word > room then
      table.insert(lines, indent .. line)
      line = word
    else
      line = line == '' and word or line .. ' ' .. word
    end
  end
  table.insert(lines, indent .. line)
  return lines
end

--- A line with a help tag at its right end.
local function tagged(left, tag)
  local mark = '*' .. tag .. '*'
  return left .. (' '):rep(math.max(1, WIDTH - #left - #mark)) .. mark
end

local function sentence(text)
  text = vim.trim(text)
  return text:sub(1, 1):upper() .. text:sub(2) .. (text:find('[%.!]$') and '' or '.')
end

local sections = {}

function sections.commands()
  local lines = {}
  for name, sub in vim.spairs(require('acp.commands.list')) do
    local usage = vim.trim(':Acp ' .. name .. ' ' .. sub.args)
    table.insert(lines, tagged(usage, ':Acp-' .. name))
    vim.list_extend(lines, wrap(sentence(sub.desc), '\t\t\t'))
  end
  return lines
end

function sections.plugs()
  vim.cmd.runtime('plugin/acp.lua')
  local seen, lines = {}, {}
  for _, mode in ipairs({ 'n', 'x', 'i' }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      local name = map.lhs:match('^<Plug>%((acp%-.-)%)$')
      if name then
        seen[name] = seen[name] or (map.desc:gsub('^acp: ', ''))
      end
    end
  end
  for name, desc in vim.spairs(seen) do
    table.insert(lines, tagged('<Plug>(' .. name .. ')', '<Plug>(' .. name .. ')'))
    vim.list_extend(lines, wrap(sentence(desc), '\t\t\t'))
  end
  return lines
end

function sections.keys()
  local lines, where = {}, nil
  local titles = {
    prompt = 'In the prompt',
    chat = 'In the transcript',
    permission = 'In a permission float',
    change = 'Where a change of a file is shown before it is written',
    keys = 'In the help of the keys',
  }
  local printed = vim.fn.system({ 'node', root .. '/scripts/print-keys.mjs' })
  for _, key in ipairs(vim.json.decode(printed)) do
    if key.where ~= where then
      where = key.where
      -- The other windows have the names of the commands that open them.
      local title = titles[where] or ('In the window of |:Acp-%s|'):format(where)
      table.insert(lines, title .. ' ~')
    end
    local modes = table.concat(key.modes, #key.modes > 2 and '' or ',')
    table.insert(lines, ('    %-8s %-4s %-18s %s'):format(key.lhs, modes, key.name, key.desc))
  end
  return lines
end

--- "type description" as "type: description". A type has spaces only in brackets and after a colon.
local function described(rest)
  local depth = 0
  for at = 1, #rest do
    local char = rest:sub(at, at)
    if char:find('[%(%[{<]') then
      depth = depth + 1
    elseif char:find('[%)%]}>]') then
      depth = depth - 1
    elseif char == ' ' and depth == 0 and rest:sub(at - 1, at - 1) ~= ':' then
      return rest:sub(1, at - 1) .. ': ' .. rest:sub(at + 1)
    end
  end
  return rest
end

--- What holds when nothing is set; empty where there is nothing to tell.
local function default_of(value)
  if type(value) ~= 'table' then
    return value ~= nil and (' (default: %s)'):format(vim.inspect(value)) or ''
  end
  return #value > 0 and (' (default: %s)'):format(table.concat(value, ' ')) or ''
end

--- Fields of the LuaCATS classes in config/options.lua, with the defaults.
function sections.options()
  local classes, class = {}, nil
  for line in read('lua/acp/config/options.lua'):gmatch('[^\n]+') do
    local name = line:match('^%-%-%-@class (%S+)')
    if name then
      class = {}
      classes[name] = class
    end
    local field, rest = line:match('^%-%-%-@field ([%w_]+)%??%s+(.*)$')
    if field and class then
      table.insert(class, { name = field, rest = rest })
    elseif not line:match('^%-%-%-') then
      class = nil
    end
  end
  local defaults = require('acp.config.options').defaults
  local lines = {}
  local function list(name, prefix, values)
    for _, field in ipairs(classes[name] or {}) do
      local value
      if type(values) == 'table' then
        value = values[field.name]
      end
      local inner = field.rest:match('(acp%.%w+)')
      local nested = inner
        and not field.rest:find('table<')
        and classes[inner]
        and not field.rest:find('%[%]')
      table.insert(lines, tagged(prefix .. field.name, 'acp-option-' .. prefix .. field.name))
      vim.list_extend(lines, wrap(described(field.rest) .. default_of(value), '\t\t\t'))
      if nested then
        list(inner, prefix .. field.name .. '.', value)
      elseif inner and field.rest:find('table<') then
        list(inner, prefix .. field.name .. '.NAME.', nil)
      end
    end
  end
  list('acp.Config', '', defaults)
  return lines
end

function sections.highlights()
  local lines = {}
  for group, link in vim.spairs(require('acp.ui.hl').links) do
    table.insert(lines, ('    %-22s %s'):format(group, link))
  end
  return lines
end

--- Name, title and program of each known agent.
function sections.agents()
  local lines = {}
  for _, agent in ipairs(require('acp.host.known_agents')) do
    table.insert(lines, ('    %-24s %-24s %s'):format(agent.name, agent.title, agent.command))
  end
  return lines
end

local made = read('scripts/acp.txt.in'):gsub('<<(%w+)>>\n', function(name)
  return table.concat(assert(sections[name], 'no section ' .. name)(), '\n') .. '\n'
end)

if arg[1] == '--check' then
  local file = io.open(root .. '/doc/acp.txt')
  local now = file and file:read('*a') or ''
  if now ~= made then
    io.stderr:write('doc/acp.txt is not what scripts/generate-doc.lua writes: run `npm run docs`\n')
    os.exit(1)
  end
else
  vim.fn.mkdir(root .. '/doc', 'p')
  local file = assert(io.open(root .. '/doc/acp.txt', 'w'))
  file:write(made)
  file:close()
end
-- Tags that stand twice, or a page that help cannot read, are errors.
if arg[1] ~= '--check' then
  vim.cmd('helptags ' .. vim.fn.fnameescape(root .. '/doc'))
  os.remove(root .. '/doc/tags')
end

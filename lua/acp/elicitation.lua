--- Fills in the forms of agents, one field after the other, once the user has asked for it. The host checks each value
--- and shows what the form holds; nothing is sent before the user says so.
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@class acp.Field see ShownField in src/view/elicitation.ts
---@field name string
---@field prompt string
---@field type 'text'|'number'|'integer'|'boolean'|'choice'|'choices'
---@field choices { value: string, title: string }[]
---@field current string|string[]

local EMPTY = { title = '(leave empty)' }
local DONE = { title = '(done)' }

local function title_of(item)
  return item.title
end

---@param field acp.Field
---@param done fun(value?: string) nil: given up
local function choose(field, done)
  local items = vim.list_slice(field.choices)
  if not vim.endswith(field.prompt, '*') and not field.prompt:find(' * — ', 1, true) then
    table.insert(items, EMPTY)
  end
  require('acp.ui.select').one(items, {
    prompt = field.prompt .. ':',
    kind = 'acp_field',
    format_item = function(item)
      return (item.value == field.current and '● ' or '  ') .. item.title
    end,
  }, function(item)
    done(item and (item.value or ''))
  end)
end

--- Choices go on and off until the user is done.
local function choose_several(field, done, chosen)
  chosen = chosen or vim.list_slice(field.current)
  local items = vim.list_extend({ DONE }, field.choices)
  require('acp.ui.select').one(items, {
    prompt = field.prompt .. ':',
    kind = 'acp_field',
    format_item = function(item)
      if item == DONE then
        return title_of(item)
      end
      return (vim.tbl_contains(chosen, item.value) and '[x] ' or '[ ] ') .. item.title
    end,
  }, function(item)
    if not item then
      done(nil)
    elseif item == DONE then
      done(chosen)
    elseif vim.tbl_contains(chosen, item.value) then
      local rest = vim.tbl_filter(function(value)
        return value ~= item.value
      end, chosen)
      choose_several(field, done, rest)
    else
      choose_several(field, done, vim.list_extend({ item.value }, chosen))
    end
  end)
end

local function ask(field, done)
  -- The command line would keep the screen as it is, without the value given last.
  vim.cmd.redraw()
  if field.type == 'choices' then
    choose_several(field, done)
  elseif field.type == 'choice' or field.type == 'boolean' then
    choose(field, done)
  else
    vim.ui.input({ prompt = field.prompt .. ': ', default = field.current }, done)
  end
end

--- Asks for the fields from `index` on; a value that will not do is asked for again.
---@param id string
---@param fields acp.Field[]
---@param index integer
---@param done fun() called when all are filled in, or the user has given up
local function fill(id, fields, index, done)
  local field = fields[index]
  if not field then
    done()
    return
  end
  ask(field, function(value)
    if value == nil then
      done()
      return
    end
    local result = host.request('elicit_fill', { id = id, name = field.name, value = value })
    if not result or result.gone then
      -- A message that comes with the way back to insert mode would hold up the screen for seconds.
      vim.defer_fn(function()
        notify.show('warn', result and result.error or 'the host does not answer')
      end, 50)
      return
    end
    if result.error then
      notify.show('warn', result.error)
      fields = vim.list_slice(fields)
      fields[index] = vim.tbl_extend('force', field, { current = value })
    end
    -- The next question comes after the answer to this one has left the screen.
    vim.schedule(function()
      fill(id, fields, result.error and index or index + 1, done)
    end)
  end)
end

--- What a key of the card does.
---@param card acp.PermissionCard
---@param action string
---@param done fun() called when the user has no field to fill in any more
function M.act(card, action, done)
  if action == 'fill' then
    fill(card.id, card.fields, 1, done)
  elseif action == 'change' then
    require('acp.ui.select').one(card.fields, {
      prompt = 'Field:',
      kind = 'acp_field',
      format_item = function(field)
        return field.prompt
      end,
    }, function(field)
      if field then
        fill(card.id, { field }, 1, done)
      end
    end)
  else
    host.notify('elicit', { id = card.id, action = action })
  end
end

return M

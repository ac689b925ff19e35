--- Completion in the prompt: slash commands and mentions, by |i_CTRL-X_CTRL-O|, by a popup while typing, and for
--- completion plugins.
local host = require('acp.host')
local mentions = require('acp.prompt.mentions')
local popup = require('acp.ui.popup')
local slash = require('acp.prompt.slash')

local M = {}

local api = vim.api

--- These bring a popup of their own; they get ours by a source, or through 'omnifunc'.
local PLUGINS = { 'cmp', 'blink.cmp', 'mini.completion', 'coq' }

---@class acp.PromptLead what is being completed
---@field row integer
---@field from integer byte before which it begins
---@field text string up to the cursor

--- What was just accepted, or left: no popup comes up for it by itself.
---@type acp.PromptLead?
local settled

--- Popups that are gone, and of which it is not known yet what that means.
local leaving = 0

--- What the user types while a popup is there.
local keys = api.nvim_create_namespace('acp.completion_keys')
local CANCEL = vim.keycode('<C-e>')
---@type string?
local last_key

---@param line string up to the cursor
---@param row integer
---@return acp.PromptLead?
local function lead_in(line, row)
  local text = row == 1 and line:match('^/%S*$')
    or line:match('^@"[^"]*$')
    or line:match('[%s([{](@"[^"]*)$')
    or line:match('^@[^%s"@]*$')
    or line:match('[%s([{](@[^%s"@]*)$')
  return text and { row = row, from = #line - #text, text = text } or nil
end

---@return acp.PromptLead?
local function lead()
  local row, col = unpack(api.nvim_win_get_cursor(0))
  return lead_in(api.nvim_get_current_line():sub(1, col), row)
end

---@param a? acp.PromptLead
---@param b? acp.PromptLead
local function is_same(a, b)
  return vim.deep_equal(a, b)
end

--- What fits a lead; calls back at once for slash commands, later for mentions.
---@param bufnr integer
---@param wanted acp.PromptLead
---@param whole boolean waits until all is found
---@param done fun(suggestions: acp.PromptSuggestion[], is_partial?: boolean)
local function suggest(bufnr, wanted, whole, done)
  local view = mentions.view(bufnr)
  if wanted.text:sub(1, 1) == '/' then
    done(slash.suggestions(bufnr, wanted.text))
  elseif view and view.opened and host.channel() then
    local query = wanted.text:gsub('^@"?', '')
    local about = { view = view.id, query = query, whole = whole }
    host.notify('suggest_context', about, function(_, found)
      done(found and found.list or {}, found and found.isPartial)
    end)
  else
    done({})
  end
end

--- What a completion plugin may offer at a place of a prompt.
---@param bufnr integer
---@param line string up to the cursor
---@param row integer 1-based
---@param done fun(suggestions: acp.PromptSuggestion[], from: integer) `from`: bytes of the line before what is replaced
function M.at(bufnr, line, row, done)
  local wanted = lead_in(line, row)
  if not wanted then
    done({}, #line)
    return
  end
  suggest(bufnr, wanted, true, function(suggestions)
    done(suggestions, wanted.from)
  end)
end

--- What begins something that can be completed.
M.TRIGGERS = { '@', '/' }

--- Suggestions as language servers have them, for completion plugins.
---@param suggestions acp.PromptSuggestion[]
---@param row integer 1-based
---@param from integer bytes of the line before what is replaced
---@param to integer
---@return table[]
function M.lsp_items(suggestions, row, from, to)
  local list = {}
  for index, one in ipairs(suggestions) do
    local range = {
      start = { line = row - 1, character = from },
      ['end'] = { line = row - 1, character = to },
    }
    list[index] = {
      label = one.label or one.word,
      kind = vim.lsp.protocol.CompletionItemKind.Reference,
      labelDetails = { description = one.about },
      filterText = one.label and one.word .. ' ' .. one.label or one.word,
      sortText = ('%04d'):format(index),
      textEdit = { newText = one.word, range = range },
    }
  end
  return list
end

---@param suggestions acp.PromptSuggestion[]
---@return table[] see |complete-items|
local function items(suggestions)
  return vim.tbl_map(function(one)
    return {
      word = one.word,
      abbr = one.label or one.word,
      menu = one.about,
      dup = 1,
      -- The host has found them in its own way: what does not begin as typed stays.
      equal = 1,
    }
  end, suggestions)
end

local function is_typing(bufnr)
  return api.nvim_get_current_buf() == bufnr and api.nvim_get_mode().mode:find('^i') ~= nil
end

local function has_choice()
  return vim.fn.complete_info({ 'selected' }).selected >= 0
end

--- Whether the user has chosen, or closed the popup, at this place.
---@param wanted acp.PromptLead
local function is_settled(wanted)
  local is_here = settled and settled.row == wanted.row and settled.from == wanted.from
  return is_here and (settled.text == '' or settled.text == wanted.text)
end

--- Shows what fits, if the user is still there when it is known.
---@param bufnr integer
---@param wanted acp.PromptLead
---@param is_asked boolean it does not come by itself
---@param whole? boolean
local function open(bufnr, wanted, is_asked, whole)
  local function arrived(suggestions, is_partial)
    if leaving > 0 then
      -- Behind what says whether the user has just closed the popup.
      vim.schedule(function()
        arrived(suggestions, is_partial)
      end)
      return
    end
    local is_there = is_typing(bufnr) and is_same(lead(), wanted)
    if not is_there or has_choice() or (is_settled(wanted) and not is_asked) then
      return
    end
    local is_mention = wanted.text:sub(1, 1) == '@'
    local is_whole = is_mention and #suggestions == 1 and suggestions[1].word == wanted.text
    local list = is_whole and {} or items(suggestions)
    if #list > 0 or vim.fn.pumvisible() == 1 then
      popup.show(wanted.from, list)
      if #list > 0 then
        vim.on_key(function(key)
          last_key = key
        end, keys)
      end
    end
    if is_partial then
      open(bufnr, wanted, is_asked, true)
    end
  end
  suggest(bufnr, wanted, whole == true, arrived)
end

--- 'completefunc' and 'omnifunc' of the prompt. What is found comes by |complete()|.
---@param findstart integer
---@return integer|table[]
function M.complete(findstart)
  if findstart ~= 1 then
    return {}
  end
  local bufnr, wanted = api.nvim_get_current_buf(), lead()
  if not wanted then
    return -3
  end
  vim.schedule(function()
    open(bufnr, wanted, true)
  end)
  return -2
end

local function plugin_loaded()
  return vim.iter(PLUGINS):any(function(name)
    return package.loaded[name] ~= nil
  end)
end

--- A popup while typing, unless the user has closed it at this place.
---@param bufnr integer
function M.popup(bufnr)
  local wanted = lead()
  if not wanted or (settled and (settled.row ~= wanted.row or settled.from ~= wanted.from)) then
    settled = nil
  end
  if wanted and not is_settled(wanted) and not has_choice() and not plugin_loaded() then
    open(bufnr, wanted, false)
  end
end

--- The popup is gone: by what was typed, or because the user has chosen, or wants none.
---@param bufnr integer
function M.left(bufnr)
  local chosen = vim.v.completed_item.word
  local before = lead()
  local is_cancelled = last_key == CANCEL
  vim.on_key(nil, keys)
  last_key = nil
  if is_cancelled then
    -- More may have been typed before anything is scheduled.
    settled = before and vim.tbl_extend('force', before, { text = '' })
    return
  end
  leaving = leaving + 1
  vim.schedule(function()
    leaving = leaving - 1
    if chosen and chosen ~= '' then
      settled = lead()
    elseif before and vim.fn.pumvisible() == 0 and is_typing(bufnr) and is_same(lead(), before) then
      settled = vim.tbl_extend('force', before, { text = '' })
    end
  end)
end

--- Closes the popup, so that the text may be changed under it.
function M.close()
  if vim.fn.pumvisible() == 1 then
    vim.fn.complete(vim.fn.col('.'), {})
  end
end

return M

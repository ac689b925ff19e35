--- What the frame of a chat says about its session.
local keys = require('acp.keys')
local notify = require('acp.notify')

local M = {}

---@alias acp.Chunk { [1]: string, [2]: string } text and highlight group

---@class acp.FrameTexts
---@field title acp.Chunk[] agent and session
---@field state acp.Chunk[] what goes on
---@field hint acp.Chunk[] the main keys

local SPINNER = { '⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏' }

---@type table<string, { [1]: string, [2]: string }> words and group, by phase
local BUSY = {
  installing = { 'installing', 'AcpStateBusy' },
  starting = { 'starting', 'AcpStateBusy' },
  running = { 'working', 'AcpStateBusy' },
  cancelling = { 'cancelling', 'AcpStateBusy' },
}

local AT_REST = {
  stopped = { '■ stopped', 'AcpStateIdle' },
  failed = { '✗ failed', 'AcpStateFailed' },
}

--- Milliseconds from one picture of the spinner to the next.
M.SPIN_MS = 120

---@param phase string
---@return boolean
function M.is_busy(phase)
  return BUSY[phase] ~= nil
end

---@param list acp.Chunk[]
---@param text string?
---@param group string
local function add(list, text, group)
  if not text or text == '' then
    return
  end
  if #list > 0 then
    table.insert(list, { ' · ', 'AcpStateIdle' })
  end
  table.insert(list, { notify.one_line(text), group })
end

---@param list acp.Chunk[]
---@return acp.Chunk[] # with a space at both ends
local function padded(list)
  if #list == 0 then
    return list
  end
  table.insert(list, 1, { ' ', list[1][2] })
  table.insert(list, { ' ', list[#list][2] })
  return list
end

---@param status table
---@return acp.Chunk[]
local function title(status)
  local list = {}
  add(list, status.agent, 'AcpTitle')
  add(list, status.title, 'AcpFooter')
  return padded(list)
end

---@param list acp.Chunk[]
---@param status table
local function add_phase(list, status)
  local busy, rest = BUSY[status.phase], AT_REST[status.phase]
  if busy then
    local frame = SPINNER[math.floor(vim.uv.now() / M.SPIN_MS) % #SPINNER + 1]
    add(list, frame .. ' ' .. (status.detail or busy[1]), busy[2])
  elseif rest then
    add(list, status.detail and (rest[1] .. ': ' .. status.detail) or rest[1], rest[2])
  else
    add(list, status.detail, 'AcpStateIdle')
  end
end

---@param status table
---@return string?
local function waiting(status)
  local count = status.pending or 0
  if count == 0 then
    return nil
  end
  local key = keys.of('permission')
  local where = key and (' (%s)'):format(key) or ''
  return ('%d question%s to answer%s'):format(count, count == 1 and '' or 's', where)
end

---@param status table
---@return acp.Chunk[]
local function state(status)
  local list = {}
  add_phase(list, status)
  add(list, waiting(status), 'AcpStateWaiting')
  add(list, (status.queued or 0) > 0 and ('%d queued'):format(status.queued) or nil, 'AcpStateBusy')
  add(list, status.mode, 'AcpStateIdle')
  add(list, status.model, 'AcpStateIdle')
  add(list, status.thought, 'AcpStateIdle')
  add(list, status.usage, 'AcpStateIdle')
  add(list, ({ on = 'following', paused = 'following (paused)' })[status.follow], 'AcpStateIdle')
  return padded(list)
end

---@param busy boolean
---@return acp.Chunk[]
local function hint(busy)
  local list = {}
  local shown =
    { { 'send', busy and 'queue' or 'send' }, { 'cancel', 'cancel' }, { 'help', 'keys' } }
  for _, pair in ipairs(shown) do
    local lhs = keys.of(pair[1])
    if lhs and (busy or pair[1] ~= 'cancel') then
      if #list > 0 then
        table.insert(list, { '  ', 'AcpFooter' })
      end
      table.insert(list, { lhs, 'AcpKey' })
      table.insert(list, { ' ' .. pair[2], 'AcpMuted' })
    end
  end
  return padded(list)
end

--- Cuts what does not fit.
---@param list acp.Chunk[]
---@param width integer
---@return acp.Chunk[]
local function cut(list, width)
  local fitting = {}
  for _, chunk in ipairs(list) do
    local text = width > 0 and notify.truncate(chunk[1], width) or ''
    width = width - vim.fn.strdisplaywidth(text)
    if text ~= '' then
      table.insert(fitting, { text, chunk[2] })
    end
  end
  return fitting
end

---@param status table see ChatStatus in src/nvim/lua.ts
---@param width integer cells that one line of the frame has
---@return acp.FrameTexts
function M.of(status, width)
  return {
    title = cut(title(status), width),
    state = cut(state(status), width),
    hint = cut(hint(M.is_busy(status.phase)), width),
  }
end

return M

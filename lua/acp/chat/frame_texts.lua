--- What the frame of a chat says about its session.
local keys = require('acp.keys')
local notify = require('acp.ui.notify')
local width_of = require('acp.ui.chunks').width

local M = {}

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

---@alias acp.FrameParts acp.Chunk[][] what belongs together, the most important first

---@param list acp.FrameParts
---@param text string?
---@param group string
local function add(list, text, group)
  if text and text ~= '' then
    table.insert(list, { { notify.one_line(text), group } })
  end
end

--- Cuts what does not fit.
---@param list acp.Chunk[]
---@param width integer
---@return acp.Chunk[]
local function cut(list, width)
  local pieces = {}
  for _, chunk in ipairs(list) do
    local text = width > 0 and notify.truncate(chunk[1], width) or ''
    width = width - vim.fn.strdisplaywidth(text)
    if text ~= '' then
      table.insert(pieces, { text, chunk[2] })
    end
  end
  return pieces
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
---@return acp.FrameParts
local function title(status)
  local list = {}
  add(list, status.agent, 'AcpTitle')
  add(list, status.title, 'AcpFooter')
  return list
end

---@param list acp.FrameParts
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

--- What goes on now comes first, what was once chosen last.
---@param status table
---@return acp.FrameParts
local function state(status)
  local list = {}
  add_phase(list, status)
  add(list, waiting(status), 'AcpStateWaiting')
  add(list, (status.queued or 0) > 0 and ('%d queued'):format(status.queued) or nil, 'AcpStateBusy')
  add(list, ({ on = 'following', paused = 'following (paused)' })[status.follow], 'AcpStateIdle')
  add(list, status.mode, 'AcpStateIdle')
  add(list, status.model, 'AcpStateIdle')
  add(list, status.thought, 'AcpStateIdle')
  add(list, status.usage, 'AcpStateIdle')
  return list
end

---@param busy boolean
---@return acp.FrameParts
local function hint(busy)
  local list = {}
  local shown =
    { { 'send', busy and 'queue' or 'send' }, { 'cancel', 'cancel' }, { 'help', 'keys' } }
  for _, pair in ipairs(shown) do
    local lhs = keys.of(pair[1])
    if lhs and (busy or pair[1] ~= 'cancel') then
      table.insert(list, { { lhs, 'AcpKey' }, { ' ' .. pair[2], 'AcpMuted' } })
    end
  end
  return list
end

--- As many parts as fit, whole; of one that would stand alone, or that may be cut, what fits.
---@param list acp.FrameParts
---@param between acp.Chunk
---@param width integer
---@param may_cut? boolean
---@return acp.Chunk[]
local function fitting(list, between, width, may_cut)
  local chunks, room = {}, width - 2
  for _, part in ipairs(list) do
    local piece = vim.list_extend(#chunks > 0 and { between } or {}, part)
    local needed = width_of(piece)
    if needed <= room then
      vim.list_extend(chunks, piece)
      room = room - needed
    else
      if may_cut or #chunks == 0 then
        vim.list_extend(chunks, cut(piece, room))
      end
      break
    end
  end
  return padded(chunks)
end

local DOT, SPACE = { ' · ', 'AcpStateIdle' }, { '  ', 'AcpFooter' }

---@param status table see ChatStatus in src/nvim/status.ts
---@param width integer cells that one line of the frame has
---@param shared? boolean state and hint stand on one line
---@return acp.FrameTexts
function M.of(status, width, shared)
  local texts = {
    title = fitting(title(status), DOT, width, true),
    state = fitting(state(status), DOT, width),
    hint = fitting(hint(BUSY[status.phase] ~= nil), SPACE, width),
  }
  if shared and width_of(texts.state) + width_of(texts.hint) > width then
    texts.hint = {}
  end
  return texts
end

return M

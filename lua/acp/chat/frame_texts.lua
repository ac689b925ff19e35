--- What stands on the frame of a chat: what the host says (src/view/frame.ts), as far as it fits.
local notify = require('acp.ui.notify')
local views = require('acp.chat.views')
local width_of = require('acp.ui.text').width

local M = {}

---@class acp.FrameLines
---@field title acp.Chunk[] agent and session
---@field state acp.Chunk[] what goes on
---@field hint acp.Chunk[] the main keys

local SPINNER = { '⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏' }

--- Milliseconds from one picture of the spinner to the next.
M.SPIN_MS = 120

--- Cuts what does not fit.
---@param list acp.Chunk[]
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

--- What is said while no host says it: before one has begun, and after its end.
---@return acp.FrameTexts
local function without_host(status)
  local function part(text, group)
    return { { notify.one_line(text), group } }
  end
  local title = { part(status.agent, 'AcpTitle') }
  if (status.title or '') ~= '' then
    table.insert(title, part(status.title, 'AcpFooter'))
  end
  local state = status.phase == 'failed' and part('✗ failed: ' .. status.detail, 'AcpStateFailed')
    or part(status.detail or status.phase, 'AcpStateBusy')
  return { title = title, state = { state }, hint = {} }
end

---@param state acp.FramePart[]
---@return acp.FramePart[]
local function with_spinner(state)
  local text, group = unpack(state[1][1])
  local frame = SPINNER[math.floor(vim.uv.now() / M.SPIN_MS) % #SPINNER + 1]
  return vim.list_extend({ { { frame .. ' ' .. text, group } } }, state, 2)
end

--- As many parts as fit, whole, with a space at both ends; of one that would be alone, or that may be cut, what fits.
---@param list acp.FramePart[]
---@param between acp.Chunk
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
  if #chunks > 0 then
    table.insert(chunks, 1, { ' ', chunks[1][2] })
    table.insert(chunks, { ' ', chunks[#chunks][2] })
  end
  return chunks
end

local DOT, SPACE = { ' · ', 'AcpStateIdle' }, { '  ', 'AcpFooter' }

---@param status acp.ChatStatus
---@param width integer cells that one line of the frame has
---@param shared? boolean state and hint stand on one line
---@param unseen? boolean something has come below what the window shows
---@return acp.FrameLines
function M.of(status, width, shared, unseen)
  local said = status.frame or without_host(status)
  local state = views.is_busy_phase(status.phase) and with_spinner(said.state) or said.state
  if unseen then
    state = vim.list_extend({ { { '↓ new (G)', 'AcpStateWaiting' } } }, state)
  end
  local texts = {
    title = fitting(said.title, DOT, width, true),
    state = fitting(state, DOT, width),
    hint = fitting(said.hint, SPACE, width),
  }
  if shared and width_of(texts.state) + width_of(texts.hint) > width then
    texts.hint = {}
  end
  return texts
end

return M

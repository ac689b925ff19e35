--- What stands on the frame of a chat: what the host says (src/view/frame.ts), as far as it fits.
local notify = require('acp.ui.notify')
local views = require('acp.chat.views')
local width_of = require('acp.ui.chunks').width

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

---@return acp.Chunk[] # with a space at both ends
local function padded(list)
  if #list == 0 then
    return list
  end
  table.insert(list, 1, { ' ', list[1][2] })
  table.insert(list, { ' ', list[#list][2] })
  return list
end

---@param text? string
---@return acp.Chunk[]?
local function part_of(text, group)
  return text and text ~= '' and { { notify.one_line(text), group } } or nil
end

--- What is said while no host says it: before one has begun, and after its end.
---@return acp.FrameTexts
local function without_host(status)
  local title = { part_of(status.agent, 'AcpTitle') }
  table.insert(title, part_of(status.title, 'AcpFooter'))
  local state = status.phase == 'failed'
      and part_of('✗ failed: ' .. (status.detail or ''), 'AcpStateFailed')
    or part_of(status.detail or status.phase, 'AcpStateBusy')
  return { title = title, state = { state }, hint = {} }
end

---@param state acp.FramePart[]
---@return acp.FramePart[]
local function with_spinner(state)
  local first = state[1][1]
  local frame = SPINNER[math.floor(vim.uv.now() / M.SPIN_MS) % #SPINNER + 1]
  local turning = { { frame .. ' ' .. first[1], first[2] } }
  return vim.list_extend({ turning }, state, 2)
end

--- As many parts as fit, whole; of one that would stand alone, or that may be cut, what fits.
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
  return padded(chunks)
end

local DOT, SPACE = { ' · ', 'AcpStateIdle' }, { '  ', 'AcpFooter' }

---@param status acp.ChatStatus
---@param width integer cells that one line of the frame has
---@param shared? boolean state and hint stand on one line
---@return acp.FrameLines
function M.of(status, width, shared)
  local said = status.frame or without_host(status)
  local state = views.is_busy_phase(status.phase) and with_spinner(said.state) or said.state
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

--- Tool calls that were under way when their host died. Where a session can only be resumed, nobody draws them again.
local patch = require('acp.surface.patch')
local marks = require('acp.surface.marks')

local M = {}

--- How cards are marked that are not done; see `src/view/tool.ts`.
local UNFINISHED = { AcpToolPending = true, AcpToolRunning = true }
local MARK, GROUP = '⊘ cut short', 'AcpToolDenied'

---@param bufnr integer
function M.mark(bufnr)
  patch.modifying(bufnr, function()
    marks.rewrite(bufnr, UNFINISHED, MARK, GROUP)
  end)
end

return M

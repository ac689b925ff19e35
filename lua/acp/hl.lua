-- Highlight groups: default links to standard ones, so that every colour scheme fits and every user may override.
local M = {}

---@type table<string, string>
M.links = {
  AcpBorder = 'FloatBorder',
  AcpCode = 'CursorLine',
  AcpDiffAdd = 'DiffAdd',
  AcpDiffDelete = 'DiffDelete',
  AcpDiffHeader = 'Directory',
  AcpFolded = 'Comment',
  AcpFollow = 'Search',
  AcpFooter = 'FloatFooter',
  AcpKey = 'Special',
  AcpMuted = 'Comment',
  AcpNoticeError = 'DiagnosticError',
  AcpNoticeInfo = 'Comment',
  AcpNoticeWarn = 'DiagnosticWarn',
  AcpOutput = 'Comment',
  AcpPath = 'Directory',
  AcpPermissionBorder = 'DiagnosticWarn',
  AcpPermissionKey = 'Special',
  AcpPermissionOption = 'Identifier',
  AcpPermissionTitle = 'Title',
  AcpPlaceholder = 'NonText',
  AcpPlanActive = 'DiagnosticInfo',
  AcpPlanDone = 'DiagnosticOk',
  AcpPlanPending = 'Comment',
  AcpStateBusy = 'DiagnosticInfo',
  AcpStateFailed = 'DiagnosticError',
  AcpStateIdle = 'Comment',
  AcpStateWaiting = 'DiagnosticWarn',
  AcpThought = 'Comment',
  AcpTitle = 'FloatTitle',
  AcpToolDenied = 'DiagnosticWarn',
  AcpToolDone = 'DiagnosticOk',
  AcpToolFailed = 'DiagnosticError',
  AcpToolKind = 'Special',
  AcpToolPending = 'DiagnosticWarn',
  AcpToolRunning = 'DiagnosticInfo',
  AcpToolTitle = 'Title',
  AcpUser = 'CursorLine',
}

local function link_all()
  for group, target in pairs(M.links) do
    vim.api.nvim_set_hl(0, group, { link = target, default = true })
  end
end

local done = false

--- Sets the groups, once, and again after every `:colorscheme`, which clears them.
function M.setup()
  if done then
    return
  end
  done = true
  link_all()
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('acp.hl', {}),
    callback = link_all,
  })
end

return M

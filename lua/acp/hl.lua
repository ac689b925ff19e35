-- Highlight groups: default links to standard ones, so that every colour scheme fits and every user may override.
local M = {}

---@type table<string, string>
M.links = {
  AcpBorder = 'FloatBorder',
  AcpCode = 'CursorLine',
  AcpConflictKey = 'Special',
  AcpConflictLabel = 'DiagnosticWarn',
  AcpConflictMine = 'DiffChange',
  AcpConflictMore = 'Comment',
  AcpConflictTheirs = 'DiffAdd',
  AcpDiffAdd = 'Added',
  AcpDiffDelete = 'Removed',
  AcpDiffHeader = 'Directory',
  AcpEdit = 'DiffAdd',
  AcpFolded = 'Comment',
  AcpFollow = 'Search',
  AcpFollowPaused = 'WinBar',
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

---@type table<string, string> derived groups, by the group they come from
local on_frame = {}

--- A group with the ground of a float's frame: text in a border would else stand on the ground of the editor.
---@param group string
---@return string
function M.on_frame(group)
  if on_frame[group] then
    return on_frame[group]
  end
  local border = vim.api.nvim_get_hl(0, { name = 'AcpBorder', link = false })
  local ground = border.bg and border
    or vim.api.nvim_get_hl(0, { name = 'NormalFloat', link = false })
  local own = vim.api.nvim_get_hl(0, { name = group, link = false })
  local name = group .. 'OnFrame'
  vim.api.nvim_set_hl(
    0,
    name,
    vim.tbl_extend('keep', own, { bg = ground.bg, ctermbg = ground.ctermbg })
  )
  on_frame[group] = name
  return name
end

local function link_all()
  on_frame = {}
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

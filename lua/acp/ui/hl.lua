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
  AcpReviewAdd = 'DiffAdd',
  AcpReviewChange = 'DiffChange',
  AcpReviewDelete = 'Removed',
  AcpReviewOldWord = 'DiffText',
  AcpReviewQueued = 'Title',
  AcpReviewQueuedLine = 'CursorLine',
  AcpReviewSignAdd = 'Added',
  AcpReviewSignChange = 'Changed',
  AcpReviewSignDelete = 'Removed',
  AcpReviewWord = 'DiffText',
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

--- Makes or remakes what is derived from a group.
---@param group string
---@param name string
local function derive(group, name)
  local border = vim.api.nvim_get_hl(0, { name = 'AcpBorder', link = false })
  local ground = border.bg and border
    or vim.api.nvim_get_hl(0, { name = 'NormalFloat', link = false })
  local own = vim.api.nvim_get_hl(0, { name = group, link = false })
  local derived = vim.tbl_extend('keep', own, { bg = ground.bg, ctermbg = ground.ctermbg })
  vim.api.nvim_set_hl(0, name, derived)
end

--- A group with the ground of a float's frame: text in a border would else stand on the ground of the editor.
---@param group string
---@return string
function M.on_frame(group)
  if not on_frame[group] then
    on_frame[group] = group .. 'OnFrame'
    derive(group, on_frame[group])
  end
  return on_frame[group]
end

local function link_all()
  for group, target in pairs(M.links) do
    vim.api.nvim_set_hl(0, group, { link = target, default = true })
  end
  for group, name in pairs(on_frame) do
    derive(group, name)
  end
end

local done = false

--- Sets the groups, once, and again with every other colour scheme or 'background': the first clears them, and what is
--- derived changes with both.
function M.setup()
  if done then
    return
  end
  done = true
  link_all()
  local group = vim.api.nvim_create_augroup('acp.hl', {})
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = link_all })
  vim.api.nvim_create_autocmd('OptionSet', {
    group = group,
    pattern = 'background',
    callback = link_all,
  })
end

return M

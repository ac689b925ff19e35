/**
 * All highlight groups that views use, each with the standard group that it links to where the user has not set it.
 * `scripts/generate-lua.mjs` makes lua/acp/ui/links.lua of all links.
 */
const VIEW_LINKS = {
  AcpUser: 'CursorLine',
  AcpThought: 'Comment',
  AcpToolKind: 'Special',
  AcpToolTitle: 'Title',
  AcpToolPending: 'DiagnosticWarn',
  AcpToolRunning: 'DiagnosticInfo',
  AcpToolDone: 'DiagnosticOk',
  AcpToolFailed: 'DiagnosticError',
  AcpToolDenied: 'DiagnosticWarn',
  AcpPath: 'Directory',
  AcpOutput: 'Comment',
  AcpDiffHeader: 'Directory',
  AcpDiffAdd: 'Added',
  AcpDiffDelete: 'Removed',
  AcpPlanDone: 'DiagnosticOk',
  AcpPlanActive: 'DiagnosticInfo',
  AcpPlanPending: 'Comment',
  AcpNoticeInfo: 'Comment',
  AcpNoticeWarn: 'DiagnosticWarn',
  AcpNoticeError: 'DiagnosticError',
  AcpFollowPaused: 'WinBar',
  AcpMuted: 'Comment',
  AcpPermissionBorder: 'DiagnosticWarn',
  AcpPermissionTitle: 'Title',
  AcpPermissionKey: 'Special',
  AcpPermissionOption: 'Identifier',
  AcpTitle: 'FloatTitle',
  AcpFooter: 'FloatFooter',
  AcpKey: 'Special',
  AcpPlaceholder: 'NonText',
  AcpStateBusy: 'DiagnosticInfo',
  AcpStateFailed: 'DiagnosticError',
  AcpStateIdle: 'Comment',
  AcpStateWaiting: 'DiagnosticWarn',
} as const;

export type Group = keyof typeof VIEW_LINKS;

export const GROUPS = Object.keys(VIEW_LINKS) as Group[];

/** With those that only the editor's side draws with. */
export const LINKS: Readonly<Record<string, string>> = {
  ...VIEW_LINKS,
  AcpBorder: 'FloatBorder',
  AcpCode: 'CursorLine',
  AcpConflictKey: 'Special',
  AcpConflictLabel: 'DiagnosticWarn',
  AcpConflictMine: 'DiffChange',
  AcpConflictMore: 'Comment',
  AcpConflictTheirs: 'DiffAdd',
  AcpEdit: 'DiffAdd',
  AcpFolded: 'Comment',
  AcpFollow: 'Search',
  AcpReviewAdd: 'DiffAdd',
  AcpReviewChange: 'DiffChange',
  AcpReviewDelete: 'Removed',
  AcpReviewOldWord: 'DiffText',
  AcpReviewQueued: 'Title',
  AcpReviewQueuedLine: 'CursorLine',
  AcpReviewSignAdd: 'Added',
  AcpReviewSignChange: 'Changed',
  AcpReviewSignDelete: 'Removed',
  AcpReviewWord: 'DiffText',
};

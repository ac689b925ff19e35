/** All highlight groups that views use. `lua/acp/ui/hl.lua` gives each a default link (a test compares the two). */
export const GROUPS = [
  'AcpUser',
  'AcpThought',
  'AcpToolKind',
  'AcpToolTitle',
  'AcpToolPending',
  'AcpToolRunning',
  'AcpToolDone',
  'AcpToolFailed',
  'AcpToolDenied',
  'AcpPath',
  'AcpOutput',
  'AcpDiffHeader',
  'AcpDiffAdd',
  'AcpDiffDelete',
  'AcpPlanDone',
  'AcpPlanActive',
  'AcpPlanPending',
  'AcpNoticeInfo',
  'AcpNoticeWarn',
  'AcpNoticeError',
  'AcpMuted',
  'AcpPermissionTitle',
  'AcpPermissionKey',
  'AcpPermissionOption',
] as const;

export type Group = (typeof GROUPS)[number];

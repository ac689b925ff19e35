/**
 * Every surface with keys of its own, for the table of keys: the help, the manual, and the names that the option `keys`
 * takes.
 */
import { activitySurface } from './activity';
import { checkpointsSurface } from './checkpoints';
import { contentsSurface } from './contents';
import { fileChangeSurface } from './file-change';
import { keyHelpSurface } from './key-help';
import { permissionSurface } from './permission';
import { planSurface } from './plan';
import { restoreSurface } from './restore';
import { reviewSurface } from './review';
import { rulesSurface } from './rules';
import { sessionsSurface } from './sessions';
import { toolsSurface } from './tools';
import { transcriptSurface } from './transcript';

export const SURFACES = [
  permissionSurface,
  transcriptSurface,
  contentsSurface,
  activitySurface,
  planSurface,
  rulesSurface,
  reviewSurface,
  checkpointsSurface,
  restoreSurface,
  sessionsSurface,
  toolsSurface,
  fileChangeSurface,
  keyHelpSurface,
] as const;

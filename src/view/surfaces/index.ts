/** Every surface, for the table of keys: the help, the manual, and the names that the option `keys` takes. */
import { fileChangeSurface } from './file-change';
import { keyHelpSurface } from './key-help';
import { rulesSurface } from './rules';
import { sessionsSurface } from './sessions';

export const SURFACES = [rulesSurface, sessionsSurface, fileChangeSurface, keyHelpSurface] as const;

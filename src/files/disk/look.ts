import { type BigIntStats, lstat, stat } from 'node:fs';
import { isMissing } from './disk-error';

/**
 * What a path leads to, and what stands there itself; nothing when there is nothing. Tool calls name many files that are
 * not there: `fs/promises` makes a stack for each, which takes as long again as the look.
 */
export const lookBehindLinks = looking(stat);
export const lookAt = looking(lstat);

function looking(look: typeof stat): (path: string) => Promise<BigIntStats | undefined> {
  return (path) =>
    new Promise((resolve, reject) => {
      look(path, { bigint: true }, (error, found) => {
        if (!error) resolve(found);
        else if (isMissing(error)) resolve(undefined);
        else reject(error);
      });
    });
}

import { join } from 'node:path';
import { inspect } from 'node:util';
import { LOG_LEVELS, type Logger, type LogLevel } from '../../base/logger';
import { appendRolling } from './rolling-file';

export interface LogFile {
  readonly path: string;
  readonly log: Logger;
  setLevel(level: LogLevel): void;
}

/** A log that never throws. */
export function openLog(dir: string, level: LogLevel): LogFile {
  const path = join(dir, 'acp-host.log');
  let lowest = LOG_LEVELS.indexOf(level);
  const write = (at: LogLevel, message: string, details: unknown): void => {
    if (LOG_LEVELS.indexOf(at) < lowest) return;
    const more =
      details === undefined ? '' : ` ${inspect(details, { depth: 4, breakLength: 200 })}`;
    const line = `${new Date().toISOString()} ${at.toUpperCase()} ${message}${more}\n`;
    try {
      appendRolling(path, line);
    } catch {
      // The host works on without a log.
    }
  };
  const log = Object.fromEntries(
    LOG_LEVELS.map((at) => [
      at,
      (message: string, details?: unknown) => write(at, message, details),
    ]),
  ) as unknown as Logger;
  return {
    path,
    log,
    setLevel: (next) => {
      lowest = LOG_LEVELS.indexOf(next);
    },
  };
}

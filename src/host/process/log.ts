import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { LOG_LEVELS, type Logger, type LogLevel } from '../../base/logger';

const MAX_BYTES = 4 * 1024 * 1024;

export interface LogFile {
  readonly path: string;
  readonly log: Logger;
  setLevel(level: LogLevel): void;
}

/** A log that never throws; the file before the last turn of 4 MiB is kept as `.old`. */
export function openLog(dir: string, level: LogLevel): LogFile {
  const path = join(dir, 'acp-host.log');
  let lowest = LOG_LEVELS.indexOf(level);
  let bytes = 0;
  const turnOver = (): void => {
    bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= MAX_BYTES) return;
    renameSync(path, `${path}.old`);
    bytes = 0;
  };
  try {
    mkdirSync(dir, { recursive: true });
    turnOver();
  } catch {
    // A log that cannot be kept must not keep the host from working.
  }
  const write = (at: LogLevel, message: string, details: unknown): void => {
    if (LOG_LEVELS.indexOf(at) < lowest) return;
    const more =
      details === undefined ? '' : ` ${inspect(details, { depth: 4, breakLength: 200 })}`;
    const line = `${new Date().toISOString()} ${at.toUpperCase()} ${message}${more}\n`;
    try {
      if (bytes > MAX_BYTES) turnOver();
      // What agents and users say is in it.
      appendFileSync(path, line, { mode: 0o600 });
      bytes += Buffer.byteLength(line);
    } catch {
      // As above.
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

/** Levels in rising order of importance. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The log. Details are any JSON-like value; writers must never throw. */
export type Logger = Readonly<Record<LogLevel, (message: string, details?: unknown) => void>>;

export const silentLogger: Logger = {
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};

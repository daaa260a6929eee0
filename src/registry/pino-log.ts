/*
 * The server's log: JSON lines on stderr by pino. Lines are written in the background; `close` waits for the last.
 */

import { destination, pino } from 'pino';
import type { LogLevel } from './config.js';
import type { Log } from './log.js';

const standardError = 2;

export interface ClosingLog extends Log {
  close(): Promise<void>;
}

export function pinoLog(level: LogLevel): ClosingLog {
  const lines = destination({ fd: standardError, sync: false, minLength: 8_192, periodicFlush: 200 });
  const log = pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
    },
    lines,
  );
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    close: () => new Promise((done) => lines.flush(() => done())),
  };
}

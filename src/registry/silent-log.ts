/*
 * A log that keeps nothing.
 */

import type { Log } from './log.js';

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/*
 * The server's log: JSON lines on stderr by pino. Lines are gathered and written together; `close` writes the last. A log
 * that nobody reads any more (a closed pipe) is dropped, and the server goes on.
 */

import { pino } from 'pino';
import type { Log } from '../../system/log.js';
import type { LogLevel } from './config.js';

export interface ClosingLog extends Log {
  close(): Promise<void>;
}

export function pinoLog(level: LogLevel, stream: NodeJS.WritableStream = process.stderr): ClosingLog {
  const lines = gatheredLines(stream);
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
    error: (fields, message) => {
      log.error(fields, message);
      // The process may be about to give up, and this is what somebody will look for.
      lines.flush();
    },
    close: async () => lines.close(),
  };
}

const gatherCharacters = 8_192;
const gatherMilliseconds = 200;

function gatheredLines(stream: NodeJS.WritableStream) {
  let gathered = '';
  let isOpen = true;
  const drop = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  };
  const flush = () => {
    if (gathered !== '' && isOpen) stream.write(gathered);
    gathered = '';
  };
  stream.on('error', drop);
  const timer = setInterval(flush, gatherMilliseconds).unref();
  return {
    flush,
    write: (line: string) => {
      gathered += line;
      if (gathered.length >= gatherCharacters) flush();
    },
    close: () => {
      flush();
      clearInterval(timer);
    },
  };
}

/*
 * The server's log: JSON lines on stderr by pino. Lines are buffered and written together; `close` writes the last ones.
 * Lines to a closed pipe are dropped, and the server goes on.
 */

import { pino } from 'pino';
import type { Log } from '../../system/log.js';
import type { LogLevel } from './config.js';

export interface ClosingLog extends Log {
  close(): Promise<void>;
}

export function pinoLog(level: LogLevel, stream: NodeJS.WritableStream = process.stderr): ClosingLog {
  const lines = bufferedLines(stream);
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
      // The process may be about to end, and this line explains why.
      lines.flush();
    },
    close: async () => lines.close(),
  };
}

const bufferCharacters = 8_192;
const flushEveryMs = 200;

function bufferedLines(stream: NodeJS.WritableStream) {
  let buffer = '';
  let isOpen = true;
  const drop = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  };
  const flush = () => {
    if (buffer !== '' && isOpen) stream.write(buffer);
    buffer = '';
  };
  stream.on('error', drop);
  const timer = setInterval(flush, flushEveryMs).unref();
  return {
    flush,
    write: (line: string) => {
      buffer += line;
      if (buffer.length >= bufferCharacters) flush();
    },
    close: () => {
      flush();
      clearInterval(timer);
    },
  };
}

/*
 * What a fault of the database means. A server that cannot be reached, goes away, refuses more connections or takes too
 * long becomes `unavailable`, a full disk `disk-full`, in this one place. Everything else (a constraint, a deadlock) is
 * for the query that met it, and passes through untouched.
 */

import { CoppiceError } from '../../../text/errors.js';

/** The fault as the rest of the program knows it. */
export function explainedFault(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof CoppiceError) return fault;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
  if (code === '53100') {
    return new CoppiceError('disk-full', 'the database has no space left', {
      hint: 'see that the disk of the database has space left, and try again',
      cause: fault,
    });
  }
  if (!isOutage(fault, code)) return fault;
  return new CoppiceError('unavailable', `the database cannot be reached: ${fault.message}`, {
    hint: 'see that the database runs, and try again',
    cause: fault,
  });
}

/** The SQLSTATE of a fault that the server reported; undefined for every other error. */
export function sqlState(fault: unknown): string | undefined {
  if (!(fault instanceof Error) || !('code' in fault) || typeof fault.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(fault.code) && 'severity' in fault ? fault.code : undefined;
}

/**
 * By class or whole: connection lost, resources gone, taken too long, waited too long for a lock, idle for too long,
 * shutting down or starting, read-only (a replica that is not the leader any more).
 */
const outageStates = ['08', '53', '57014', '55P03', '25P03', '57P', '25006'];

/** Of the driver, which gives these no code. */
const outageMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

/** Of Node, about a socket that the other side has closed: these name no system call. */
const closedSocketCodes = [
  'EPIPE',
  'ECONNRESET',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
];

function isOutage(fault: Error, code: string | undefined): boolean {
  if (code === undefined) return outageMessages.some((message) => fault.message.startsWith(message));
  const state = sqlState(fault);
  if (state !== undefined) return outageStates.some((known) => state.startsWith(known));
  // Of the operating system: the socket or the name of the host.
  return 'syscall' in fault || closedSocketCodes.includes(code);
}

/*
 * A transaction that PostgreSQL gave up for the sake of another did nothing, and may be run again as it is.
 */

const maxAttempts = 4;

export async function retryingConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (fault) {
      if (attempt === maxAttempts || !isGivenUp(fault)) throw fault;
    }
  }
}

/** Serialization failure, deadlock. */
function isGivenUp(fault: unknown): boolean {
  const state = sqlState(fault);
  return state === '40001' || state === '40P01';
}

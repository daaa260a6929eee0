/*
 * What a fault of the database means. A server that cannot be reached, shuts down, refuses more connections or takes too
 * long becomes `unavailable`, and a full disk `disk-full`. Every other fault (a constraint, a deadlock) is left to the
 * query that met it.
 */

import { CoppiceError } from '../../../text/errors.js';

/** The fault as a CoppiceError, or unchanged. */
export function explainedFault(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof CoppiceError) return fault;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
  if (code === '53100') {
    return new CoppiceError('disk-full', 'the database has no space left', {
      hint: 'free space on the disk of the database, and try again',
      cause: fault,
    });
  }
  if (!isOutage(fault, code)) return fault;
  return new CoppiceError('unavailable', `the database cannot be reached: ${fault.message}`, {
    hint: 'check that the database is running, and try again',
    cause: fault,
  });
}

/** The SQLSTATE of a fault that the server reported; undefined for every other error. */
export function sqlState(fault: unknown): string | undefined {
  if (!(fault instanceof Error) || !('code' in fault) || typeof fault.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(fault.code) && 'severity' in fault ? fault.code : undefined;
}

/** Runs a transaction again after a conflict: PostgreSQL has rolled it back, so it can be repeated as it is. */
export async function retryingConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (fault) {
      if (attempt === maxAttempts || !isConflict(fault)) throw fault;
    }
  }
}

const maxAttempts = 4;

/** Serialization failure, deadlock. */
function isConflict(fault: unknown): boolean {
  const state = sqlState(fault);
  return state === '40001' || state === '40P01';
}

/**
 * Classes or whole states: connection lost, out of resources, statement timeout, lock timeout, idle timeout, shutting
 * down or starting, read-only (a replica that is no longer the leader).
 */
const outageStates = ['08', '53', '57014', '55P03', '25P03', '57P', '25006'];

/** Messages of the driver, which has no codes for these. */
const outageMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

/** Codes of Node for a socket that the other side has closed: these faults name no system call. */
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
  // A fault with a system call is about the socket or the name of the host.
  return 'syscall' in fault || closedSocketCodes.includes(code);
}

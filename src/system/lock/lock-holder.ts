/*
 * The holder of a lock, as written in its file, and whether that process has ended. A process counts as ended only when
 * that is certain: one on another machine or in another pid namespace cannot be checked and counts as running.
 */

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { faultCode, isAbsence } from '../disk/disk-fault.js';

/** What identifies a process. Parts are undefined if the system does not provide them. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Ticks since boot: a later process with the same pid has another value. */
  readonly startedAt: string | undefined;
  /** The id of this boot of the kernel, unique to machine and boot. */
  readonly boot: string | undefined;
  /** A pid is valid only in its own namespace. */
  readonly pidNamespace: string | undefined;
  readonly host: string;
  /** An id of the installation, because two machines may have the same host name. */
  readonly machine: string | undefined;
}

export interface Holder extends ProcessIdentity {
  /** Unique: identifies this one acquisition of the lock. */
  readonly token: string;
}

export interface Processes {
  self(): ProcessIdentity;
  /** True only when the process has certainly ended. */
  isGone(other: ProcessIdentity): boolean;
}

export const nodeProcesses: Processes = {
  self: () => ({
    pid: process.pid,
    startedAt: processStatus(process.pid)?.startedAt,
    boot: factFrom(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: factFrom(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
    machine: factFrom(() => sha256Hex(readFileSync('/etc/machine-id', 'utf8')).slice(0, 16)),
  }),
  isGone: (other) => {
    const self = nodeProcesses.self();
    const sameMachine = other.host === self.host && other.machine === self.machine;
    if (other.boot === undefined || self.boot === undefined) {
      return sameMachine && other.boot === self.boot && !isRunning(other);
    }
    // Another boot of the same machine: its processes have all ended.
    if (other.boot !== self.boot) return sameMachine;
    return other.pidNamespace === self.pidNamespace && !isRunning(other);
  },
};

export function holderBytes(holder: Holder): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(holder)}\n`);
}

/** Undefined when the bytes are not those of a holder. */
export function parseHolder(bytes: Uint8Array): Holder | undefined {
  const value = parseJson(new TextDecoder().decode(bytes));
  return isHolder(value) ? value : undefined;
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const { pid, startedAt, boot, pidNamespace, host, machine, token } = fields;
  return (
    // Zero and negative numbers mean process groups, and larger ones would wrap around to them.
    typeof pid === 'number' &&
    Number.isInteger(pid) &&
    pid > 0 &&
    pid < 2 ** 31 &&
    typeof host === 'string' &&
    [startedAt, boot, pidNamespace, machine].every(
      (fact) => fact === undefined || typeof fact === 'string',
    ) &&
    // The token becomes part of a file name.
    typeof token === 'string' &&
    /^[a-z0-9-]{1,32}$/.test(token)
  );
}

function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  if (!existsProcess(pid)) return false;
  const status = processStatus(pid);
  // The status of another user's process may be hidden.
  if (status === undefined) return true;
  return !status.ended && (startedAt === undefined || startedAt === status.startedAt);
}

function existsProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    const code = faultCode(fault);
    if (code === 'ESRCH') return false;
    if (code === 'EPERM') return true;
    throw fault;
  }
}

/** From /proc/PID/stat: `pid (name) state ppid ...`, where the name may contain anything. Undefined if not available. */
function processStatus(pid: number): { readonly startedAt: string; readonly ended: boolean } | undefined {
  const line = factFrom(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, threads, startedAt] = [fields[0], fields[17], fields[19]];
  if (startedAt === undefined) return undefined;
  // A zombie only waits for its parent; but as long as it has threads, they may be in the middle of a call.
  return { startedAt, ended: (state === 'Z' || state === 'X') && Number(threads) <= 1 };
}

function factFrom(read: () => string): string | undefined {
  try {
    return read().trim();
  } catch (fault) {
    // ESRCH: the process ended while its file was open.
    if (isAbsence(fault) || ['EACCES', 'EPERM', 'EINVAL', 'ESRCH'].includes(faultCode(fault) ?? ''))
      return undefined;
    throw fault;
  }
}

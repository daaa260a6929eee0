/*
 * Who holds a lock, as written in its file, and whether that process is gone. Gone is said only when it is certain:
 * a process of another machine or of another pid namespace cannot be judged from here and counts as alive.
 */

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { faultCode, isAbsence } from '../disk/disk-fault.js';

/** What makes a process the same one. Undefined where the system does not tell. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Ticks since the boot: a later process with the same pid has another. */
  readonly startedAt: string | undefined;
  /** The name of this run of the kernel; no two machines and no two boots share one. */
  readonly boot: string | undefined;
  /** A pid means something in its own namespace only. */
  readonly pidNamespace: string | undefined;
  readonly host: string;
  /** A mark of the installation, because two machines may carry one host name. */
  readonly machine: string | undefined;
}

export interface Holder extends ProcessIdentity {
  /** Never the same twice: it names this one holding of the lock. */
  readonly token: string;
}

export interface Processes {
  self(): ProcessIdentity;
  /** True only when the process certainly does not run any more. */
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
    // Another boot of the same machine: whatever ran then does not run now.
    if (other.boot !== self.boot) return sameMachine;
    return other.pidNamespace === self.pidNamespace && !isRunning(other);
  },
};

export function holderBytes(holder: Holder): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(holder)}\n`);
}

/** Undefined when this is not what a holder writes. */
export function parseHolder(bytes: Uint8Array): Holder | undefined {
  const value = parseJson(new TextDecoder().decode(bytes));
  return isHolder(value) ? value : undefined;
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const { pid, startedAt, boot, pidNamespace, host, machine, token } = fields;
  return (
    // Zero and negative numbers would mean whole groups of processes, and larger ones would wrap around to them.
    typeof pid === 'number' &&
    Number.isInteger(pid) &&
    pid > 0 &&
    pid < 2 ** 31 &&
    typeof host === 'string' &&
    [startedAt, boot, pidNamespace, machine].every(
      (fact) => fact === undefined || typeof fact === 'string',
    ) &&
    // It becomes a part of a file name.
    typeof token === 'string' &&
    /^[a-z0-9-]{1,32}$/.test(token)
  );
}

function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  if (!existsProcess(pid)) return false;
  const status = processStatus(pid);
  // The status of somebody else's process may be hidden.
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

/** From /proc/PID/stat: `pid (name) state ppid ...`, where the name may hold anything. Undefined where not told. */
function processStatus(pid: number): { readonly startedAt: string; readonly ended: boolean } | undefined {
  const line = factFrom(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, threads, startedAt] = [fields[0], fields[17], fields[19]];
  if (startedAt === undefined) return undefined;
  // A zombie only waits for its parent to notice; but as long as it has threads, they may be in the middle of a call.
  return { startedAt, ended: (state === 'Z' || state === 'X') && Number(threads) <= 1 };
}

function factFrom(look: () => string): string | undefined {
  try {
    return look().trim();
  } catch (fault) {
    // ESRCH: the process ended while its file was open.
    if (isAbsence(fault) || ['EACCES', 'EPERM', 'EINVAL', 'ESRCH'].includes(faultCode(fault) ?? ''))
      return undefined;
    throw fault;
  }
}

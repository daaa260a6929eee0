/*
 * Ends a program together with everything it started. The program is the leader of a process group, so one signal
 * reaches all of them. Running groups are guarded: if this process exits or is interrupted first, they are killed too.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { faultCode } from '../disk/disk-fault.js';

/** Asks the group to end, gives it some time, and then kills what is left. */
export async function stopGroup(leader: number, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  let alive = signalGroup(leader, 'SIGTERM');
  while (alive && performance.now() < deadline) {
    await delay(10);
    alive = signalGroup(leader, 0);
  }
  killGroup(leader);
}

export function killGroup(leader: number): void {
  signalGroup(leader, 'SIGKILL');
}

/** The returned function ends the guard. */
export function guardGroup(leader: number): () => void {
  if (guarded.size === 0) watchOwnEnd();
  guarded.add(leader);
  return () => {
    guarded.delete(leader);
    if (guarded.size === 0) unwatchOwnEnd();
  };
}

/** Shared by all runs, because the end of this process is one event for all of them. */
const guarded = new Set<number>();

/** These signals are expected to end this process; by default they do so without an exit event. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function watchOwnEnd(): void {
  process.on('exit', killGuarded);
  for (const signal of endingSignals) process.on(signal, endBySignal);
}

function unwatchOwnEnd(): void {
  process.off('exit', killGuarded);
  for (const signal of endingSignals) process.off(signal, endBySignal);
}

function killGuarded(): void {
  for (const leader of guarded) killGroup(leader);
}

/** Ends the process as if there were no listener. If there is another listener, that one decides what the signal means. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killGuarded();
  unwatchOwnEnd();
  process.kill(process.pid, signal);
}

/** False when no process of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (fault) {
    const code = faultCode(fault);
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw fault;
  }
}

/*
 * Finds what a program left behind although its process group was killed: a process that has made a session of its own
 * still has the environment that it was started with. Only where the system shows environments as files; elsewhere nothing
 * is found. A process that clears its environment is not found either.
 */

import { readdirSync, readFileSync } from 'node:fs';

/** Kills every process whose environment has this variable with this value, which only the caller has set. */
export function killMarkedProcesses(name: string, value: string): number {
  const mark = `${name}=${value}`;
  let killed = 0;
  for (const process of processIds()) {
    if (!environmentOf(process).includes(mark)) continue;
    if (kill(process)) killed += 1;
  }
  return killed;
}

function processIds(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((id) => id !== process.pid);
  } catch {
    // Systems without /proc.
    return [];
  }
}

/** None for a process of another user, or one that has ended since. */
function environmentOf(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function kill(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch {
    return false;
  }
}

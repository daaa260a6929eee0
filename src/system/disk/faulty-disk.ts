/*
 * Wraps a disk and makes its n-th operation fail. A test goes through all of them:
 *
 *   for (const fault of everyFault({ act: 'fail', code: 'ENOSPC' })) {
 *     const files = filesOn(fault.on(disk));
 *     ... run it, catch the error, and expect the old or the new state on `disk`, with `fault` as the message
 *   }
 */

import type { Disk } from './disk.js';
import { systemFault } from './disk-fault.js';

export type FaultAct =
  /** The operation is not done and throws this code. */
  | { readonly act: 'fail'; readonly code: string }
  /** A write stores only half of the bytes; other operations run as usual. */
  | { readonly act: 'short-write' }
  /** The process ends here, a write in the middle: this and every later operation throws DiskStopped. */
  | { readonly act: 'stop' }
  /** The same in a real process, which is killed. */
  | { readonly act: 'kill' }
  /** Something else happens just before the operation, which then runs as usual. */
  | { readonly act: 'meanwhile'; readonly run: () => void };

/** Has no system code, so that no fault handler swallows it. */
export class DiskStopped extends Error {
  override readonly name = 'DiskStopped';
}

/** A fault at the n-th operation, counted from 1 over all disks that it wraps. */
export class Fault {
  readonly at: number;
  readonly act: FaultAct;
  /** The operations so far, in order. */
  readonly operations: string[] = [];
  #stopped = false;

  constructor(at: number, act: FaultAct) {
    this.at = at;
    this.act = act;
  }

  get struck(): boolean {
    return this.operations.length >= this.at;
  }

  on(disk: Disk): Disk {
    return new Proxy(disk, {
      get: (target, name) => {
        const operation: unknown = Reflect.get(target, name);
        if (typeof operation !== 'function') return operation;
        return (...given: unknown[]) =>
          this.#run(String(name), given, (args) => Reflect.apply(operation, target, args));
      },
    });
  }

  /** For the message of an expectation. */
  toString(): string {
    return `${this.act.act} at operation ${this.at} (${this.operations[this.at - 1] ?? 'not reached'})`;
  }

  #run(name: string, args: readonly unknown[], go: (args: readonly unknown[]) => unknown): unknown {
    if (this.#stopped) throw new DiskStopped('the disk has stopped');
    this.operations.push(name);
    if (this.operations.length !== this.at) return go(args);
    switch (this.act.act) {
      case 'fail':
        // A close that reports a fault has closed the file anyway.
        if (name === 'close') go(args);
        throw systemFault(this.act.code, name);
      case 'short-write':
        return go(name === 'write' ? halved(args) : args);
      case 'meanwhile':
        this.act.run();
        return go(args);
      case 'kill':
        if (name === 'write') go(halved(args));
        process.kill(process.pid, 'SIGKILL');
        return undefined;
      case 'stop':
        if (name === 'write') go(halved(args));
        this.#stopped = true;
        throw new DiskStopped(`${this}`);
      default:
        return this.act satisfies never;
    }
  }
}

/** A fault at the first operation, at the second, and so on, until a run ends before it strikes. */
export function* everyFault(act: FaultAct): Generator<Fault, void> {
  for (let at = 1; ; at++) {
    const fault = new Fault(at, act);
    yield fault;
    if (fault.operations.length === 0) throw new Error('no disk was wrapped, so nothing was tested');
    if (!fault.struck) return;
  }
}

function halved([fd, bytes]: readonly unknown[]): readonly unknown[] {
  return [fd, bytes instanceof Uint8Array ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes];
}

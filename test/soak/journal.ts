/*
 * What a soak has done and found: how often each thing was done, how often it was killed, what was checked, and every
 * difference between what is and what must be.
 */

export interface Journal {
  did(operation: string): void;
  killed(what: string): void;
  /** A check that ran; where it does not hold, the difference is kept. */
  check(what: string, holds: boolean, difference: () => string): void;
  readonly operations: ReadonlyMap<string, number>;
  readonly kills: ReadonlyMap<string, number>;
  readonly checks: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

export function newJournal(): Journal {
  const operations = new Map<string, number>();
  const kills = new Map<string, number>();
  const checks = new Map<string, number>();
  const differences: string[] = [];
  const raise = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    operations,
    kills,
    checks,
    differences,
    did: (operation) => raise(operations, operation),
    killed: (what) => raise(kills, what),
    check: (what, holds, difference) => {
      raise(checks, what);
      if (!holds) differences.push(`${what}: ${difference()}`);
    },
  };
}

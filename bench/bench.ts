/*
 * A bench compares our figure with a peer's, measured in the same run, or with a limit. Files in this folder export
 * `benches`, and `close` if something must be stopped afterwards; `npm run bench` runs them.
 */

export interface Bench {
  readonly name: string;
  /** The largest `ours / peer` that passes. */
  readonly limit: { readonly ratio: number };
  run(): Figures | Promise<Figures>;
}

export interface Figures {
  readonly ours: number;
  readonly peer: number;
  readonly unit: 'ms' | 'us' | 'MB';
  /** The peer in a few words. */
  readonly peerName: string;
  /** Further figures worth keeping, with their unit in the name. */
  readonly details?: Readonly<Record<string, number>>;
}

/** The shortest of several interleaved rounds, in ms: the one least disturbed by other processes. */
export function shortest(rounds: number, ours: () => void, peer: () => void): { ours: number; peer: number } {
  const best = { ours: Number.POSITIVE_INFINITY, peer: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round += 1) {
    best.peer = Math.min(best.peer, elapsed(peer));
    best.ours = Math.min(best.ours, elapsed(ours));
  }
  return best;
}

function elapsed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/*
 * What the screen says about a home: after its sessions were read, as the schedule does every night, and proposals made
 * if it should have some.
 */

import type { TroubledHome } from './troubled.js';
import { lookUntilScanned, type RunCoppice } from './walk.js';

interface Attention {
  readonly kind: string;
  readonly message: string;
  readonly command: string;
}

export interface Look {
  readonly attention: readonly Attention[];
  readonly firstLine: string;
  readonly next: string;
}

export function look(run: RunCoppice, { home, isProposed }: TroubledHome): Look {
  if (home.sessions.length > 0) run(['evidence', 'backfill']);
  if (isProposed) run(['evolve', 'run', '--propose']);
  lookUntilScanned(run);
  const { attention, next } = JSON.parse(run(['status', '--json']).stdout);
  return { attention, firstLine: run([]).stdout.split('\n')[0] ?? '', next: next.command };
}

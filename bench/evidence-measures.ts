/*
 * How well the rules about evidence do on the labelled sets in test/fixtures/evidence: failures, corrections, fixes, notes,
 * hostile outputs and secrets. `npm run bench:evidence` prints it.
 */

import { measureCorrections } from './evidence-measures/corrections.js';
import { measureFailures } from './evidence-measures/failures.js';
import type { Figure } from './evidence-measures/figure.js';
import { measureFixes } from './evidence-measures/fixes.js';
import { measureGroups } from './evidence-measures/groups.js';
import { measureHostileOutputs } from './evidence-measures/hostile-outputs.js';
import { noteFigures, type RatedNote, writtenNotes } from './evidence-measures/notes.js';
import { measureSecrets } from './evidence-measures/secrets.js';
import { type Half, halves } from './evidence-sets.js';

export interface Measured {
  readonly figures: readonly Figure[];
  /** For a person to rate. */
  readonly notes?: readonly RatedNote[];
}

export interface MeasureOptions {
  readonly half: Half;
  /** The path of the built program. */
  readonly program: string;
}

export interface Measure {
  readonly name: string;
  /** Whether the built program is needed. */
  readonly runsProgram: boolean;
  run(options: MeasureOptions): Promise<Measured>;
}

/** In the order in which they are printed. */
export const measures: readonly Measure[] = [
  inProcess('failures', measureFailures),
  inProcess('corrections', measureCorrections),
  inProcess('fixes', measureFixes),
  inProcess('groups', measureGroups),
  {
    name: 'notes',
    runsProgram: true,
    run: async ({ half, program }) => {
      const notes = await writtenNotes(half, program);
      return { figures: noteFigures(notes), notes };
    },
  },
  {
    name: 'hostile',
    runsProgram: true,
    run: async ({ half, program }) => ({ figures: await measureHostileOutputs(half, program) }),
  },
  inProcess('secrets', measureSecrets),
];

export { halves };

function inProcess(name: string, measure: (half: Half) => Promise<readonly Figure[]>): Measure {
  return { name, runsProgram: false, run: async ({ half }) => ({ figures: await measure(half) }) };
}

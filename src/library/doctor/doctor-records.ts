/*
 * Whether what Coppice has written down is whole: the records of use, the ledger, the memory of the curator. Nothing is
 * mended here; the next write heals what a crash left, and this says how.
 */

import { join } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { UsageStore } from '../../usage/store.js';
import { type Problem, problem } from '../rules/doctor-problem.js';
import { folderAfter, type LedgerEntry } from '../rules/ledger-entry.js';
import { readLedger } from '../write/ledger.js';
import { isApplied } from '../write/write-apply.js';

export interface KnownSkills {
  /** The labels of the roots that were looked at and are there. */
  readonly labels: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

export function usageProblems(
  usage: Pick<UsageStore, 'all' | 'health'>,
  path: string,
  { labels, ids }: KnownSkills,
): readonly Problem[] {
  const { setAside, faults, newer, malformedLines } = usage.health();
  // A project's record is no orphan only because the project is another one today.
  const orphans = usage
    .all()
    .filter(
      ({ id, state }) => state !== 'archived' && labels.has(id.slice(0, id.indexOf(':'))) && !ids.has(id),
    );
  return [
    ...faults.map((fault) => problem('usage-unreadable', path, `${fault.message}.`, fault.hint ?? null)),
    ...setAside.map((file) =>
      problem(
        'usage-damaged',
        file,
        'It was damaged and is set aside; its copy and the journal are used.',
        'remove it when you no longer want to look at it',
      ),
    ),
    ...(newer
      ? [problem('usage-newer', path, 'A newer version of Coppice wrote to it.', 'use that version here too')]
      : []),
    ...(malformedLines > 0
      ? [
          problem(
            'journal-damaged',
            path.replace(/\.json$/, '.journal'),
            `Lines that cannot be read and will not be counted: ${malformedLines}.`,
            'nothing to do: the next compaction leaves them out',
          ),
        ]
      : []),
    ...orphans.map(({ id }) =>
      problem(
        'orphan-record',
        path,
        `${id} was used once and is no longer there.`,
        'nothing to do, unless it should be there',
      ),
    ),
  ];
}

export function ledgerProblems(files: Files, home: string): readonly Problem[] {
  const path = join(home, 'ledger.jsonl');
  try {
    const { entries, malformed } = readLedger({ files, home });
    return [
      ...(malformed > 0
        ? [
            problem(
              'ledger-damaged',
              path,
              `Lines that cannot be read and are passed over: ${malformed}.`,
              null,
            ),
          ]
        : []),
      ...entries.filter(({ state }) => state === 'prepared').map((entry) => unfinished(files, entry)),
    ];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [problem('ledger-unreadable', path, `${error.message}.`, error.hint ?? null)];
  }
}

export function curatorProblems(loadState: () => unknown, path: string): readonly Problem[] {
  try {
    loadState();
    return [];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [problem('curator-unreadable', path, `${error.message}.`, error.hint ?? null)];
  }
}

function unfinished(files: Files, entry: LedgerEntry): Problem {
  const { id, action, skill, root } = entry;
  const counts = entry.verify.length === 0 && unlessRefused(() => isApplied(files, entry)) === true;
  const healing = counts ? 'finishes it, since all of it is done' : 'takes it back';
  return problem(
    'ledger-unfinished',
    join(root, folderAfter(entry)),
    `Entry ${id} (${action} of ${skill}) was begun and did not end.`,
    `the next change in ${root} ${healing}; edits made since stay`,
  );
}

/*
 * Checks Coppice's own files: the usage records, the ledger and the curator's state. Nothing is repaired here: the next
 * write settles what a crash left unfinished, and the problem says how.
 */

import { join } from 'node:path';
import { homePaths } from '../../system/home.js';
import { CoppiceError, sentenceOf, unlessRefused } from '../../text/errors.js';
import { counted } from '../../text/plural.js';
import { isOnlySeen } from '../../usage/rules/record.js';
import type { UsageStore } from '../../usage/store.js';
import { type Problem, problem } from '../rules/agent-view/doctor-problem.js';
import { folderAfter, type LedgerEntry } from '../rules/ledger-entry.js';
import type { FactDeps } from '../write/fact-store.js';
import { readLedger } from '../write/ledger.js';
import { isApplied } from '../write/write-apply.js';

export interface KnownSkills {
  /** The labels of the roots that exist and were read. */
  readonly labels: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

export function usageProblems(
  usage: Pick<UsageStore, 'all' | 'health'>,
  path: string,
  { labels, ids }: KnownSkills,
): readonly Problem[] {
  const { setAside, faults, newer, malformedLines } = usage.health();
  // Skills of projects other than the current one are not orphans: their root was not read.
  const orphans = usage
    .all()
    .filter(
      (record) =>
        record.state !== 'archived' &&
        labels.has(record.id.slice(0, record.id.indexOf(':'))) &&
        !ids.has(record.id) &&
        !isOnlySeen(record),
    );
  return [
    ...faults.map((fault) => problem('usage-unreadable', path, sentenceOf(fault), fault.hint ?? null)),
    ...setAside.map((file) =>
      problem(
        'usage-damaged',
        file,
        'This file was damaged and has been set aside; its copy and the journal are used instead.',
        'delete it when you no longer need it',
      ),
    ),
    ...(newer
      ? [
          problem(
            'usage-newer',
            path,
            'A newer version of Coppice wrote this file.',
            'update Coppice on this machine',
          ),
        ]
      : []),
    ...(malformedLines > 0
      ? [
          problem(
            'journal-damaged',
            path.replace(/\.json$/, '.journal'),
            `Not counted: ${counted(malformedLines, 'line')} that cannot be read.`,
            'nothing to do: the next compaction drops them',
          ),
        ]
      : []),
    ...orphans.map(({ id }) =>
      problem(
        'orphan-record',
        path,
        `${id} has usage records but no longer exists.`,
        'nothing to do, unless you expected the skill to be there',
      ),
    ),
  ];
}

export function ledgerProblems(deps: FactDeps): readonly Problem[] {
  const { home } = deps;
  const path = homePaths(home).ledger;
  try {
    const { entries, malformed } = readLedger(deps);
    return [
      ...(malformed > 0
        ? [
            problem(
              'ledger-damaged',
              path,
              `Ignored: ${counted(malformed, 'line')} that cannot be read.`,
              null,
            ),
          ]
        : []),
      ...entries.filter(({ state }) => state === 'prepared').map((entry) => unfinished(deps, entry)),
    ];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [problem('ledger-unreadable', path, sentenceOf(error), error.hint ?? null)];
  }
}

export function curatorProblems(loadState: () => unknown, path: string): readonly Problem[] {
  try {
    loadState();
    return [];
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return [problem('curator-unreadable', path, sentenceOf(error), error.hint ?? null)];
  }
}

function unfinished(deps: FactDeps, entry: LedgerEntry): Problem {
  const { id, action, skill, root } = entry;
  const isDone = entry.verify.length === 0 && unlessRefused(() => isApplied(deps, entry)) === true;
  const settling = isDone ? 'marks it as finished, since all of it is on the disk' : 'reverts it';
  return problem(
    'ledger-unfinished',
    join(root, folderAfter(entry)),
    `Entry ${id} (${action} of ${skill}) was interrupted.`,
    `nothing to do: the next change in ${root} ${settling}; later edits are kept`,
  );
}

/*
 * The proposals on disk: `<home>/proposals/<id>.json`. An unreadable file is reported, and the others are read. The
 * ledger shows what was decided, so a decision that was interrupted counts, and one that was undone does not.
 */

import type { LedgerEntry } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { type LedgerOptions, readLedger } from '../../library/write/ledger.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { didYouMean } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import { undoneEntries } from '../rules/note-life.js';
import { type Proposal, parseProposal, printProposal } from '../rules/proposal/proposal.js';

export interface ProposalsReading {
  /** Newest first. */
  readonly proposals: readonly Proposal[];
  readonly unreadable: readonly UnreadableProposal[];
}

export interface UnreadableProposal {
  /** The name of the file. */
  readonly file: string;
  readonly reason: 'not-a-file' | 'too-large' | 'not-a-proposal' | 'wrong-name';
}

export function readProposals(options: LedgerOptions): ProposalsReading {
  const { files, home } = options;
  const names = (files.list(homePaths(home).proposals) ?? []).filter(({ name }) => name.endsWith('.json'));
  const ledger = names.length === 0 ? noDecisions : decisionsIn(options);
  const proposals: Proposal[] = [];
  const unreadable: UnreadableProposal[] = [];
  for (const { name, kind } of names) {
    const found = kind === 'file' ? readProposal(options, name) : 'not-a-file';
    if (typeof found === 'string') unreadable.push({ file: name, reason: found });
    else proposals.push(settled(found, ledger));
  }
  proposals.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  return { proposals, unreadable };
}

/** Finds a proposal by its id, or by a unique prefix. */
export function findProposal(options: LedgerOptions, wanted: string): Proposal {
  const { proposals } = readProposals(options);
  const matches = wanted === '' ? [] : proposals.filter(({ id }) => id.startsWith(wanted));
  const [only, second] = matches;
  if (only !== undefined && second === undefined) return only;
  if (second !== undefined) {
    const ids = matches.slice(0, 5).map(({ id }) => id);
    throw new CoppiceError('bad-value', `${matches.length} proposals start with ${wanted}`, {
      hint: `give more of the id: ${ids.join(', ')}`,
    });
  }
  const ids = proposals.map(({ id }) => id);
  throw new CoppiceError('not-found', `no such proposal: ${wanted}`, {
    hint: didYouMean(wanted, ids) ?? 'list all proposals with: coppice evolve review',
  });
}

/** The caller must hold the lock. */
export function saveProposal({ files, home }: LedgerOptions, proposal: Proposal): void {
  const paths = homePaths(home);
  files.makeFolder(paths.proposals);
  files.write(paths.proposal(`${proposal.id}.json`), new TextEncoder().encode(printProposal(proposal)));
}

/** The caller must hold the lock. */
export function removeProposal({ files, home }: LedgerOptions, { id }: Pick<Proposal, 'id'>): void {
  files.remove(homePaths(home).proposal(`${id}.json`));
}

/** Only one process at a time reads and decides on proposals. */
export async function withProposalsLock<Value>(
  { files, home, lockTimeoutMs = 10_000 }: LedgerOptions & { readonly lockTimeoutMs?: number },
  act: () => Promise<Value> | Value,
): Promise<Value> {
  return await withLock(files, homePaths(home).lock('proposals'), { timeoutMs: lockTimeoutMs }, act);
}

export function acceptedBy(
  { reason: _, ...proposal }: Proposal,
  { id, at, actor }: LedgerEntry,
): Required<Pick<Proposal, 'decidedAt' | 'entry'>> & Proposal {
  return { ...proposal, state: 'accepted', decidedAt: at, decidedBy: actor, entry: id };
}

export function rejectedBy(
  { edited: _, reason: __, ...proposal }: Proposal,
  { id, at, actor, reason }: LedgerEntry,
): Proposal {
  return {
    ...proposal,
    state: 'rejected',
    decidedAt: at,
    decidedBy: actor,
    entry: id,
    ...(reason !== null && { reason }),
  };
}

/** The run id of an accepted proposal in the ledger, and the fact that a rejected one changes. */
export function runOf({ id }: Pick<Proposal, 'id'>): string {
  return `proposal-${id}`;
}

/** Well above two texts of maximum length and their diff. */
const maxProposalBytes = 8 * 1024 * 1024;

function readProposal({ files, home }: LedgerOptions, name: string): Proposal | UnreadableProposal['reason'] {
  const file = files.read(homePaths(home).proposal(name), { maxBytes: maxProposalBytes + 1 });
  if (file === undefined) return 'not-a-file';
  if (file.bytes.length > maxProposalBytes) return 'too-large';
  const proposal = parseProposal(new TextDecoder().decode(file.bytes));
  if (proposal === undefined) return 'not-a-proposal';
  return `${proposal.id}.json` === name ? proposal : 'wrong-name';
}

interface Decisions {
  /** The last one that was not undone, by the run or the fact of its proposal. */
  readonly last: ReadonlyMap<string, RecordedEntry>;
  readonly undone: ReadonlySet<string>;
}

const noDecisions: Decisions = { last: new Map(), undone: new Set() };

function decisionsIn(options: LedgerOptions): Decisions {
  const { entries } = readLedger(options);
  const undone = undoneEntries(entries);
  const effective = entries.filter(({ id, state }) => state === 'committed' && !undone.has(id));
  const keyOf = ({ action, fact, run }: RecordedEntry) =>
    (action === 'reject' ? fact?.key : run) ?? undefined;
  const last = effective.flatMap((entry) => {
    const key = keyOf(entry);
    return key === undefined ? [] : [[key, entry] as const];
  });
  return { last: new Map(last), undone };
}

function settled(proposal: Proposal, { last, undone }: Decisions): Proposal {
  const decision = last.get(runOf(proposal));
  if (decision !== undefined)
    return decision.action === 'reject' ? rejectedBy(proposal, decision) : acceptedBy(proposal, decision);
  return proposal.entry !== undefined && undone.has(proposal.entry) ? undecided(proposal) : proposal;
}

function undecided({
  decidedAt: _,
  decidedBy: __,
  reason: ___,
  entry: ____,
  edited: _____,
  ...proposal
}: Proposal): Proposal {
  return { ...proposal, state: 'pending' };
}

/*
 * The proposals on disk: `<home>/proposals/<id>.json`. A file that cannot be read is told and stops no other. Whether
 * a change was made is known by the ledger, so a proposal whose acceptance was interrupted is an accepted one.
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
  /** Its name in the folder. */
  readonly file: string;
  readonly reason: 'not-a-file' | 'too-large' | 'not-a-proposal' | 'wrong-name';
}

export function readProposals(place: LedgerOptions): ProposalsReading {
  const { files, home } = place;
  const names = (files.list(homePaths(home).proposals) ?? []).filter(({ name }) => name.endsWith('.json'));
  const made = names.length === 0 ? new Map<string, RecordedEntry>() : acceptedBefore(place);
  const proposals: Proposal[] = [];
  const unreadable: UnreadableProposal[] = [];
  for (const { name, kind } of names) {
    const found = kind === 'file' ? readProposal(place, name) : 'not-a-file';
    if (typeof found === 'string') unreadable.push({ file: name, reason: found });
    else proposals.push(settled(found, made.get(runOf(found))));
  }
  proposals.sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  return { proposals, unreadable };
}

/** The proposal of an id, or the only one whose id begins so. */
export function findProposal(place: LedgerOptions, wanted: string): Proposal {
  const { proposals } = readProposals(place);
  const matches = wanted === '' ? [] : proposals.filter(({ id }) => id.startsWith(wanted));
  const [only, second] = matches;
  if (only !== undefined && second === undefined) return only;
  if (second !== undefined) {
    const ids = matches.slice(0, 5).map(({ id }) => id);
    throw new CoppiceError('bad-value', `${matches.length} proposals begin with ${wanted}`, {
      hint: `give more of the id: ${ids.join(', ')}`,
    });
  }
  const ids = proposals.map(({ id }) => id);
  throw new CoppiceError('not-found', `there is no proposal ${wanted}`, {
    hint: didYouMean(wanted, ids) ?? 'coppice evolve review lists them',
  });
}

/** Only with the lock. */
export function saveProposal({ files, home }: LedgerOptions, proposal: Proposal): void {
  const paths = homePaths(home);
  files.makeFolder(paths.proposals);
  files.write(paths.proposal(`${proposal.id}.json`), new TextEncoder().encode(printProposal(proposal)));
}

/** One at a time looks at the proposals and decides. */
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

/** What the ledger calls the change that a proposal made. */
export function runOf({ id }: Pick<Proposal, 'id'>): string {
  return `proposal-${id}`;
}

/** Two texts as long as a SKILL.md may be, and their diff, are a good deal less. */
const maxProposalBytes = 8 * 1024 * 1024;

function readProposal({ files, home }: LedgerOptions, name: string): Proposal | UnreadableProposal['reason'] {
  const file = files.read(homePaths(home).proposal(name), { maxBytes: maxProposalBytes + 1 });
  if (file === undefined) return 'not-a-file';
  if (file.bytes.length > maxProposalBytes) return 'too-large';
  const proposal = parseProposal(new TextDecoder().decode(file.bytes));
  if (proposal === undefined) return 'not-a-proposal';
  return `${proposal.id}.json` === name ? proposal : 'wrong-name';
}

function acceptedBefore(place: LedgerOptions): ReadonlyMap<string, RecordedEntry> {
  const { entries } = readLedger(place);
  const undone = undoneEntries(entries);
  const standing = entries.filter(({ id, state }) => state === 'committed' && !undone.has(id));
  return new Map(standing.flatMap((entry) => (entry.run === null ? [] : [[entry.run, entry]])));
}

function settled(proposal: Proposal, made: RecordedEntry | undefined): Proposal {
  return made === undefined || proposal.state === 'accepted' ? proposal : acceptedBy(proposal, made);
}

/*
 * A person accepts or rejects a proposal. Accepting writes it through the common write path, only if the file still has
 * the bytes it was made for, followed by the verifier stages; what the person has worded otherwise passes the same checks.
 * Rejecting is a fact in the ledger, so that the same change is not proposed again, and can be undone. A lock serializes
 * decisions.
 */

import type { EvidenceStore } from '../../evidence/store/evidence-store.js';
import type { Library } from '../../library/open-library.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { type LedgerNote, nameOf } from '../../library/rules/ledger-entry.js';
import { setFact } from '../../library/write/facts.js';
import { readLedger } from '../../library/write/ledger.js';
import { writePackage } from '../../library/write/write.js';
import type { CurrentPackage, PackageChange } from '../../library/write/write-change.js';
import type { PackageTarget, WriteDeps } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { decodeUtf8 } from '../../text/utf8.js';
import { ledgerNote } from '../notes/apply.js';
import { currentNotesIn } from '../notes/current-note.js';
import { changeFinding } from '../notes/scan-change.js';
import { evolvedSkills } from '../notes/skills.js';
import { type Verification, type VerifyOptions, verification } from '../notes/verify.js';
import { quotedEvents } from '../rules/note/items.js';
import { supportPath } from '../rules/note/render.js';
import { findingText } from '../rules/note/scan.js';
import { promotionReason, removalReasons } from '../rules/note-life.js';
import { type ProposedFile, proposedChange } from '../rules/proposal/change.js';
import { withEdited } from '../rules/proposal/edited.js';
import type { Proposal } from '../rules/proposal/proposal.js';
import type { VerifyReport } from '../rules/report.js';
import {
  acceptedBy,
  findProposal,
  rejectedBy,
  runOf,
  saveProposal,
  withProposalsLock,
} from './proposal-folder.js';

export interface DecideDeps extends WriteDeps {
  readonly library: Library;
  /** The index of notes by their evidence. */
  readonly index: Pick<EvidenceStore, 'putNotes'>;
}

export type Acceptance = {
  readonly proposal: Proposal;
  /** The ledger entry. */
  readonly entry: string;
  readonly verify: VerifyReport;
} & (
  | { readonly kind: 'accepted' }
  /** The old bytes were restored, and the proposal is still pending. */
  | { readonly kind: 'verify-failed'; readonly detail: string }
);

export async function acceptProposal(
  deps: DecideDeps,
  wanted: string,
  { edited, isSeen, ...options }: AcceptOptions,
): Promise<Acceptance> {
  return await withProposalsLock(deps, async () => {
    const found = findProposal(deps, wanted);
    refuseAccepted(found);
    const proposal = edited === undefined ? found : withEdited(found, edited);
    const target = findSkillToChange(deps.library, proposal.skill);
    const checks = verification(deps, options);
    const remaining = proposal.kind === 'promotion' ? remainingItems(deps.library, target, proposal) : [];
    const plan = (current: CurrentPackage) => changeFor(deps, current, { proposal, remaining, isSeen });
    const outcome = await writePackage(deps, target, plan, {
      actor: 'user',
      run: runOf(proposal),
      verify: stagesFor(proposal, checks),
    });
    const { entry } = outcome;
    const verify = checks.report(entry.id);
    if (outcome.kind === 'rolled-back') {
      const detail = `${outcome.stage}: ${outcome.message}`;
      return { kind: 'verify-failed', proposal, entry: entry.id, verify, detail };
    }
    const accepted = acceptedBy(proposal, entry);
    // What was proposed stays in the file, for whoever undoes the decision.
    saveProposal(deps, {
      ...acceptedBy(found, entry),
      ...(edited !== undefined && { edited: proposal.content }),
    });
    if (proposal.kind === 'note') indexNote(deps, accepted);
    else deps.usage?.record(target.id, 'patch');
    return { kind: 'accepted', proposal: accepted, entry: entry.id, verify };
  });
}

export interface AcceptOptions extends VerifyOptions {
  /** Words of the person, in place of the part that they may word otherwise. */
  readonly edited?: string | undefined;
  /** Whether this is the change that the person has seen. */
  readonly isSeen?: ((files: readonly ProposedFile[]) => boolean) | undefined;
}

/** The answer has the ledger entry that undoes it. */
export async function rejectProposal(
  deps: Omit<DecideDeps, 'index'>,
  wanted: string,
  reason: string | undefined,
): Promise<Proposal & Required<Pick<Proposal, 'entry'>>> {
  return await withProposalsLock(deps, async () => {
    const proposal = findProposal(deps, wanted);
    refuseAccepted(proposal);
    if (proposal.state === 'rejected') throw alreadyDecided(proposal, 'accept it to change the decision');
    const fact = { key: runOf(proposal), value: { state: 'rejected', at: deps.clock.now() } };
    const target = subjectTarget(deps.library, proposal);
    const entry = await setFact(deps, { target, action: 'reject', ...fact, reason }, { actor: 'user' });
    if (entry === undefined) throw alreadyDecided({ ...proposal, state: 'rejected' }, 'see coppice history');
    const rejected = { ...rejectedBy(proposal, entry), entry: entry.id };
    saveProposal(deps, rejected);
    return rejected;
  });
}

/** The skill need not be there any more. A path in a proposal is not taken. */
function subjectTarget(library: Library, { skill }: Proposal): PackageTarget {
  const known = evolvedSkills(library).find(skill)?.entry;
  if (known !== undefined) return known;
  const label = skill.slice(0, Math.max(0, skill.indexOf(':')));
  const root = library.roots.find((each) => each.label === label) ?? { label, path: library.home };
  return { id: skill, name: nameOf(skill), root, folder: root.path };
}

interface Decided extends Pick<AcceptOptions, 'isSeen'> {
  readonly proposal: Proposal;
  /** The lines of the note that stay when one of them is promoted. */
  readonly remaining: readonly LedgerNote[];
}

/** Uses only the content of the proposal; the paths come from the skill. */
function changeFor(
  { files }: Pick<DecideDeps, 'files'>,
  current: CurrentPackage,
  { proposal, remaining, isSeen }: Decided,
): PackageChange {
  const { kind, base, items, removes } = proposal;
  const skill = current.readSkill(base.sha256);
  const path = supportPath(current.target.name);
  const support = touchesSupport(proposal) ? current.read(path, base.supportSha256 ?? undefined) : undefined;
  if (support !== undefined && base.supportSha256 === null) {
    throw new CoppiceError('changed-on-disk', `${path} of ${current.target.id} was created meanwhile`);
  }
  const change = proposedChange(proposal, {
    skill: { path: skill.path, text: decodeUtf8(skill.bytes) },
    support: { path, text: support && decodeUtf8(support.bytes) },
  });
  if (change.kind === 'refused') throw cannotApply(proposal, change.why);
  if (isSeen !== undefined && !isSeen(change.files))
    throw new CoppiceError('conflict', 'this is not the change that was shown, so nothing was done', {
      hint: 'look at the proposal again',
    });
  const changes = change.files.map(({ path: file, after }) => ({ path: file, text: after }));
  const finding = kind === 'draft' ? undefined : changeFinding(files, current.target.folder, changes);
  if (finding !== undefined) throw cannotApply(proposal, findingText(finding));
  const encoder = new TextEncoder();
  return {
    action: kind === 'draft' || kind === 'edit' ? 'patch' : 'note',
    files: changes.map(({ path: file, text }) => ({
      path: file,
      bytes: text === null ? null : encoder.encode(text),
    })),
    ...(kind === 'note' && { notes: items.map(ledgerNote) }),
    ...(removes && { reason: removalReasons[removes] }),
    ...(kind === 'promotion' && { notes: remaining, reason: promotionReason }),
  };
}

/** A promotion takes its line out of the support file too. */
function touchesSupport({ kind, support }: Proposal): boolean {
  return kind === 'promotion' || support !== undefined;
}

function cannotApply({ id }: Proposal, why: string): CoppiceError {
  return new CoppiceError('would-break-skill', `the proposal ${id} cannot be applied: ${why}`, {
    hint: 'nothing was changed',
  });
}

/** The items of the current note, as the ledger has them, without the promoted one. */
function remainingItems(
  library: Library,
  target: Pick<SkillEntry, 'id'>,
  { items }: Proposal,
): readonly LedgerNote[] {
  const note = currentNotesIn(library, readLedger(library).entries).of(target);
  const promoted = new Set(items.map(({ id }) => id));
  return (note?.notes ?? []).filter(({ id }) => !promoted.has(id));
}

/** The structural stage allows only changes of the managed block. The others change the text around it, with their own checks. */
function stagesFor({ kind }: Proposal, { stages }: Verification): Verification['stages'] {
  return kind === 'note' ? stages : stages.filter(({ name }) => name !== 'builtin-structural');
}

function indexNote(
  { index }: DecideDeps,
  { skill, items, entry, decidedAt }: Required<Pick<Proposal, 'skill' | 'items' | 'entry' | 'decidedAt'>>,
): void {
  index.putNotes(
    items.map((item) => ({
      id: `${entry}:${item.id}`,
      skill,
      entry,
      appliedAt: decidedAt,
      text: item.text,
      state: 'applied',
      evidence: quotedEvents(item),
      firstSeen: item.firstSeen,
      lastSeen: item.lastSeen,
      expiresAt: item.expiresAt,
    })),
  );
}

function refuseAccepted(proposal: Proposal): void {
  if (proposal.state !== 'accepted') return;
  const { entry } = proposal;
  throw alreadyDecided(
    proposal,
    entry === undefined ? 'see coppice history' : `undo it with: coppice undo ${entry}`,
  );
}

function alreadyDecided({ id, state }: Proposal, hint: string): CoppiceError {
  return new CoppiceError('already-decided', `the proposal ${id} was already ${state}`, { hint });
}

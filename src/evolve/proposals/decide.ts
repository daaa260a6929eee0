/*
 * A person accepts or rejects a proposal. Accepting writes it through the common write path, only if the file still has
 * the bytes it was made for, followed by the verifier stages; rejecting is remembered, so that the same change is not
 * proposed again. A lock serializes decisions.
 */

import type { EvidenceStore } from '../../evidence/store/evidence-store.js';
import type { Library } from '../../library/open-library.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { LedgerNote } from '../../library/rules/ledger-entry.js';
import { readLedger } from '../../library/write/ledger.js';
import { writePackage } from '../../library/write/write.js';
import type { CurrentPackage, PackageChange } from '../../library/write/write-change.js';
import type { WriteDeps } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { decodeUtf8 } from '../../text/utf8.js';
import { ledgerNote } from '../notes/apply.js';
import { currentNotesIn } from '../notes/current-note.js';
import { changeFinding } from '../notes/scan-change.js';
import { type Verification, type VerifyOptions, verification } from '../notes/verify.js';
import { quotedEvents } from '../rules/note/items.js';
import { supportPath } from '../rules/note/render.js';
import { findingText } from '../rules/note/scan.js';
import { promotionReason, removalReasons } from '../rules/note-life.js';
import { proposedChange } from '../rules/proposal/change.js';
import type { Proposal } from '../rules/proposal/proposal.js';
import type { VerifyReport } from '../rules/report.js';
import { acceptedBy, findProposal, runOf, saveProposal, withProposalsLock } from './proposal-folder.js';

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
  options: VerifyOptions,
): Promise<Acceptance> {
  return await withProposalsLock(deps, async () => {
    const proposal = findProposal(deps, wanted);
    refuseAccepted(proposal);
    const target = findSkillToChange(deps.library, proposal.skill);
    const checks = verification(deps, options);
    const remaining = proposal.kind === 'promotion' ? remainingItems(deps.library, target, proposal) : [];
    const plan = (current: CurrentPackage) => changeFor(deps, current, proposal, remaining);
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
    saveProposal(deps, accepted);
    if (proposal.kind === 'note') indexNote(deps, accepted);
    else deps.usage?.record(target.id, 'patch');
    return { kind: 'accepted', proposal: accepted, entry: entry.id, verify };
  });
}

export async function rejectProposal(
  deps: Pick<DecideDeps, 'files' | 'home' | 'clock' | 'lockTimeoutMs'>,
  wanted: string,
  reason: string | undefined,
): Promise<Proposal> {
  return await withProposalsLock(deps, () => {
    const proposal = findProposal(deps, wanted);
    refuseAccepted(proposal);
    if (proposal.state === 'rejected') throw alreadyDecided(proposal, 'accept it to change the decision');
    const decided = { state: 'rejected', decidedAt: deps.clock.now(), decidedBy: 'user' } as const;
    const rejected = { ...proposal, ...decided, ...(reason !== undefined && { reason }) };
    saveProposal(deps, rejected);
    return rejected;
  });
}

/** Uses only the content of the proposal; the paths come from the skill. */
function changeFor(
  { files }: Pick<DecideDeps, 'files'>,
  current: CurrentPackage,
  proposal: Proposal,
  remaining: readonly LedgerNote[],
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

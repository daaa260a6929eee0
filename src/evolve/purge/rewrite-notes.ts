/*
 * Rewrites notes after their evidence was purged: from the remaining evidence, or, if there is none, removes the note.
 * Rejected or undone items do not return. The user requested it, so it is a change of the user, and can be undone.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import { type LibraryOptions, openLibrary } from '../../library/open-library.js';
import { readLedger } from '../../library/write/ledger.js';
import { settleInterrupted } from '../../library/write/write.js';
import type { WriteDeps } from '../../library/write/write-target.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { applyNotes, type NoteWrite } from '../notes/apply.js';
import { type NotePlan, NotePlanner } from '../notes/plan-note.js';
import { evolvedSkills } from '../notes/skills.js';
import { readProposals } from '../proposals/proposal-folder.js';
import type { CurrentNote } from '../rules/note-history.js';
import { noteMemory, rejectedItems } from '../rules/note-memory.js';

export interface RewriteDeps extends LibraryOptions, Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs'> {
  readonly ids?: Ids;
  readonly evidence: Evidence;
}

export interface RewrittenNote {
  /** `gone`: the skill no longer has a note, so there is nothing to rewrite. */
  readonly kind: 'rewritten' | 'gone' | 'failed';
  readonly skill: string;
  readonly reason: string;
  readonly entry: string | null;
}

export async function rewriteNotes(
  deps: RewriteDeps,
  notes: readonly Pick<CurrentNote, 'skill' | 'firstSeen'>[],
): Promise<readonly RewrittenNote[]> {
  const { clock, ids = randomIds, evidence } = deps;
  const library = openLibrary({ ...deps, onlyRoots: [] });
  const writing = writeDepsOf(deps, library.usage);
  await settleInterrupted(writing);
  const known = evolvedSkills(library);
  const { entries } = readLedger(library);
  const rejections = rejectedItems(entries, readProposals(library).proposals);
  const { isLeftOut } = noteMemory(entries, evidence, rejections, clock.now());
  const left: RewrittenNote[] = [];
  const writes: (NoteWrite & { readonly skill: string })[] = [];
  for (const { skill, firstSeen } of notes) {
    const window = { from: firstSeen, to: clock.now() + 1 };
    const planner = new NotePlanner({ library, evidence, window, variants: 1, isLeftOut });
    const target = known.find(skill)?.entry;
    const note: NotePlan =
      target === undefined ? { kind: 'skip', ...notFound } : planner.renew(target, skill);
    if (target !== undefined && note.kind === 'note') writes.push({ skill, target, note });
    else if (note.kind === 'skip') left.push({ kind: 'failed', skill, reason: note.reason, entry: null });
    else left.push({ kind: 'gone', skill, reason: 'no-note', entry: null });
  }
  const run = `purge-${ids.next()}`;
  const outcomes = await applyNotes(writing, writes, { run, actor: 'user' });
  const rewritten = outcomes.map(({ kind, reason, entry }, index) => ({
    kind: kind === 'applied' ? ('rewritten' as const) : kind,
    skill: writes[index]?.skill ?? '',
    reason,
    entry,
  }));
  return [...rewritten, ...left];
}

const notFound = { reason: 'skill-not-found', detail: 'it is not installed here' };

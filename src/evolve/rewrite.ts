/*
 * Makes notes again after evidence behind them was purged: from what is left of it, or, where nothing is, the skill
 * without the note. The user asked for it, so it is the user's change; it can be undone like any other.
 */

import type { Evidence } from '../evidence/evidence.js';
import type { EvidenceNote } from '../evidence/store/notes.js';
import { type LibraryPlace, openLibrary } from '../library/open-library.js';
import { settleInterrupted } from '../library/write/write.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { type Ids, randomIds } from '../system/ids.js';
import { type ApplyDeps, applyNotes, type NoteWrite } from './apply.js';
import { type NotePlan, NotePlanner } from './plan-note.js';
import { evolvedSkills } from './skills.js';

export interface RewriteDeps extends LibraryPlace, Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs'> {
  readonly ids?: Ids;
  readonly evidence: Evidence;
}

export interface RewrittenNote {
  /** `gone`: no note stands in the skill any more, so there is nothing to make again. */
  readonly kind: 'rewritten' | 'gone' | 'failed';
  readonly skill: string;
  readonly reason: string;
  readonly entry: string | null;
}

const dayMs = 86_400_000;

/** The notes are those that were made from what is gone, of these skills. */
export async function rewriteNotes(
  deps: RewriteDeps,
  skills: readonly string[],
  notes: readonly EvidenceNote[],
): Promise<readonly RewrittenNote[]> {
  const { files, clock, home, ids = randomIds, evidence, onRecovered, lockTimeoutMs } = deps;
  const library = openLibrary({ ...deps, onlyRoots: [] });
  const writing: ApplyDeps = {
    ...{ files, clock, home, ids, usage: library.usage },
    ...(onRecovered && { onRecovered }),
    ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
  };
  await settleInterrupted(writing);
  const known = evolvedSkills(library);
  const left: RewrittenNote[] = [];
  const writes: (NoteWrite & { readonly skill: string })[] = [];
  for (const skill of skills) {
    const firstSeen = Math.min(...notes.filter((note) => note.skill === skill).map((note) => note.firstSeen));
    const window = { from: firstSeen, to: clock.now() + 1 };
    const days = Math.max(1, Math.ceil((window.to - window.from) / dayMs));
    const planner = new NotePlanner({ library, evidence, window, days, variants: 1 });
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

const notFound = { reason: 'skill-not-found', detail: 'no root holds it' };

/*
 * Makes notes again after evidence behind them was purged: from what is left of it, or, where nothing is, the skill
 * without the note. The user asked for it, so it is the user's change; it can be undone like any other.
 */

import type { Evidence } from '../evidence/evidence.js';
import type { EvidenceNote } from '../evidence/store/notes.js';
import { type LibraryPlace, openLibrary } from '../library/open-library.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { type Ids, randomIds } from '../system/ids.js';
import { applyNotes, type NoteWrite } from './apply.js';
import { NotePlanner } from './plan-note.js';
import { evolvedSkills } from './skills.js';

export interface RewriteDeps extends LibraryPlace, Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs'> {
  readonly ids?: Ids;
  readonly evidence: Evidence;
}

export interface RewrittenNote {
  readonly kind: 'rewritten' | 'failed';
  readonly skill: string;
  readonly reason: string;
  readonly entry: string | null;
}

const dayMs = 86_400_000;

export async function rewriteNotes(
  deps: RewriteDeps,
  skills: readonly string[],
  notes: readonly EvidenceNote[],
): Promise<readonly RewrittenNote[]> {
  const { files, clock, home, ids = randomIds, evidence } = deps;
  const library = openLibrary({ ...deps, onlyRoots: [] });
  const known = evolvedSkills(library);
  const failed: RewrittenNote[] = [];
  const writes: (NoteWrite & { readonly skill: string })[] = [];
  for (const skill of skills) {
    const firstSeen = Math.min(...notes.filter((note) => note.skill === skill).map((note) => note.firstSeen));
    const window = { from: firstSeen, to: clock.now() + 1 };
    const days = Math.max(1, Math.ceil((window.to - window.from) / dayMs));
    const planner = new NotePlanner({ library, evidence, window, days, variants: 1 });
    const entry = known.find(skill)?.entry;
    const plan = entry === undefined ? undefined : planner.renew(entry, skill);
    if (entry !== undefined && plan?.kind === 'note') writes.push({ skill, target: entry, note: plan });
    else
      failed.push({
        kind: 'failed',
        skill,
        reason: plan?.kind === 'skip' ? plan.reason : 'skill-not-found',
        entry: null,
      });
  }
  const outcomes = await applyNotes(
    {
      ...{ files, clock, home, ids },
      usage: library.usage,
      ...(deps.onRecovered && { onRecovered: deps.onRecovered }),
    },
    writes,
    { run: `purge-${ids.next()}`, actor: 'user' },
  );
  const rewritten = outcomes.map(({ kind, reason, entry }, index) => ({
    kind: kind === 'applied' ? ('rewritten' as const) : kind,
    skill: writes[index]?.skill ?? '',
    reason,
    entry,
  }));
  return [...rewritten, ...failed];
}

/*
 * The note that a skill would get from what its sessions taught, added by a person who has seen its lines: proposed and
 * accepted in one act, with all checks of a proposal.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { withEvidence } from '../../app/evidence.js';
import { withAccept } from '../../app/review.js';
import { noteToPropose, propose } from '../../evolve/proposals/propose.js';
import type { NoteItem } from '../../evolve/rules/note/items.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import { counted } from '../../text/plural.js';
import type { PlanLine } from '../api/acts.js';
import { nothingDone, type PlannedAct, planChanged } from './planned-act.js';
import { acceptedAnswer } from './reviewing.js';

export async function planNoteAct(context: Context, wanted: string): Promise<PlannedAct> {
  const entry = findSkillToChange(libraryOf(context), wanted);
  const note = await withEvidence(context, ({ store, library }) =>
    noteToPropose({ library, evidence: store }, entry, library.config['evolve.days']),
  );
  const lines = 'items' in note ? linesOf(entry.id, note.items) : [];
  return {
    plan: {
      title: `Add a note to ${entry.name}?`,
      says: 'These lines are added at the end of its SKILL.md, between two marks. No other text of it changes.',
      verb: 'Add the note',
      isChoice: false,
      lines,
      left: 'items' in note ? [] : [{ skill: entry.id, why: note.detail }],
    },
    apply: async () => {
      if (lines.length === 0) return nothingDone;
      const made = await withEvidence(context, ({ store, library }) =>
        propose({ library, evidence: store }, entry, library.config['evolve.days']),
      );
      if (made.kind === 'nothing') return { ...nothingDone, problem: made.detail };
      const { id, items } = made.proposal;
      if (JSON.stringify(linesOf(entry.id, items)) !== JSON.stringify(lines)) throw planChanged();
      return await withAccept(context, async (accept) => acceptedAnswer(await accept(id)));
    },
  };
}

function linesOf(skill: string, items: readonly NoteItem[]): readonly PlanLine[] {
  return items.map(({ text, sessions }) => ({
    key: text,
    skill,
    does: text,
    why: `from ${counted(sessions, 'session')}`,
  }));
}

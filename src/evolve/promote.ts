/*
 * Proposes that a line of a skill's note becomes a step of its own text. A person accepts it like any other proposal, and
 * then the line leaves the note.
 */

import type { SkillEntry } from '../library/rules/entry.js';
import { CoppiceError } from '../text/errors.js';
import { counted } from '../text/plural.js';
import { withProposalsLock } from './proposals/proposal-folder.js';
import { type ProposeDeps, type ProposeResult, proposalOf, saveUnlessKnown } from './proposals/propose.js';
import { subjectOf } from './proposals/subject.js';
import type { NoteItem } from './rules/note/items.js';
import { readLine } from './rules/note/line.js';
import { stepOf } from './rules/proposal/promotion.js';
import { noteLinesOf } from './show.js';

/** `number` is that of the line, from 1. */
export async function promote(
  { library, evidence }: Pick<ProposeDeps, 'library' | 'evidence'>,
  entry: SkillEntry,
  number: number,
  days: number,
): Promise<ProposeResult> {
  const item = promotedItem(library, entry, number);
  const step = stepOf(item.text);
  if (step === undefined) {
    throw new CoppiceError('bad-value', `line ${number} names no fix, so it cannot become a step`, {
      hint: `coppice evolve show ${entry.id} lists the lines`,
    });
  }
  const subject = subjectOf(library, evidence, entry, days);
  return await withProposalsLock(library, () => {
    const part = {
      kind: 'promotion',
      title: step,
      content: step,
      items: [item],
      riskReasons: ['changes-the-text'],
      signature: [item.id, item.text],
    } as const;
    return saveUnlessKnown(library, proposalOf(library, subject, part, undefined));
  });
}

function promotedItem(library: ProposeDeps['library'], entry: SkillEntry, number: number): NoteItem {
  const written = noteLinesOf(library, entry);
  if (written === undefined) {
    throw new CoppiceError('not-found', `${entry.id} has no note`, {
      hint: `coppice evolve show ${entry.id} shows what a note would say`,
    });
  }
  const { lines, items } = written;
  const [text, item] = [lines[number - 1], items[number - 1]];
  if (text === undefined || item === undefined) {
    throw new CoppiceError('bad-value', `the note has no line ${number}`, {
      hint: `it has ${counted(lines.length, 'line')}; coppice evolve show ${entry.id} lists them`,
    });
  }
  const { kind = 'failure', sessions = 0, worked = 0, of = 0 } = readLine(text) ?? {};
  return { ...item, kind, text, count: item.evidence.length, sessions, worked, of, isPartial: false };
}

/*
 * `coppice evolve show`: the note of a skill, line by line, with the evidence behind each. No skill is changed.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { lineText } from '../../../evolve/rules/effect/words.js';
import { type EventFact, outcomeLabels } from '../../../evolve/rules/note/lessons.js';
import { type ShownLine, type ShownNote, showNote } from '../../../evolve/show.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolveShow(context: Context, input: Input<'evolve show'>): Promise<Report> {
  const entry = findSkillToChange(libraryOf(context), input.argument('skill'));
  const shown = await withEvidence(context, ({ store, library }) => {
    const days = wholeNumber(input, 'days', 1) ?? library.config['evolve.days'];
    return showNote({ library, evidence: store }, entry, days);
  });
  return { document: shown, text: () => noteText(shown), notes: showNotes(shown) };
}

function noteText({ lines, waiting }: ShownNote): string {
  const shown = lines.flatMap((line, index) => [
    `${index + 1}. ${line.text}`,
    ...effectLine(line),
    ...eventLines(line),
  ]);
  const below = waiting.flatMap(({ text, sessions, why }) => [
    `not yet: ${text}`,
    `   seen in ${counted(sessions, 'session')}; ${why}`,
  ]);
  return [...shown, ...below].map((line) => `${printable(line)}\n`).join('');
}

/** `   since 2026-03-01: stopped (0 of 18 loads, before 12 of 12)`; nothing as long as it is too early. */
function effectLine({ effect }: ShownLine): readonly string[] {
  if (effect === null || effect.verdict === 'too-early') return [];
  return [`   since ${timeText(effect.since).slice(0, 10)}: ${lineText(effect)}`];
}

const maxEvents = 10;

function eventLines({ events, cited }: ShownLine): readonly string[] {
  const more = cited - Math.min(events.length, maxEvents);
  return [
    ...events.slice(0, maxEvents).map((event) => `   ${eventText(event)}`),
    ...(more > 0 ? [`   ${counted(more, 'more event')}`] : []),
  ];
}

/** `2026-06-15 11:00 claude: docker run x: failed, then fixed by docker build .`. */
function eventText({ at, agent, text, outcome, fix }: EventFact): string {
  const by = fix.length === 0 ? '' : ` by ${fix.join(', then ')}`;
  return `${timeText(at)} ${agent}: ${text}: ${outcomeLabels[outcome]}${by}`;
}

function showNotes({ skill, note, lines, whyNot }: ShownNote): string {
  const reason = whyNot && `${skill} has no note: ${whyNot.detail} (${whyNot.reason})`;
  const hints = [
    ...(reason ? [reason] : []),
    ...(note ? [`written ${timeText(note.writtenAt)}; undo with: coppice undo ${note.entry}`] : []),
    ...(note && lines.some(({ kind }) => kind !== 'failure')
      ? [`hint: coppice evolve promote ${skill} LINE makes a line a step of the skill`]
      : []),
    ...(whyNot && lines.length > 0 ? [`hint: coppice evolve propose ${skill} proposes it`] : []),
  ];
  return hints.map((line) => `${printable(line)}\n`).join('');
}

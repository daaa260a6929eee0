/*
 * `coppice evolve effect`: whether the notes in skills helped, and what became of skills since they were changed. No skill
 * is changed.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { type JudgedNote, type JudgedVersion, machineEffects } from '../../../app/project/effects.js';
import { isEffectShared } from '../../../app/project/pooled-effects.js';
import { type EffectSide, entriesToUndo, type NoteEffect } from '../../../evolve/rules/effect/note-effect.js';
import type { PooledEffect } from '../../../evolve/rules/effect/pool.js';
import {
  changeText,
  endText,
  failureText,
  goingOnText,
  pooledText,
  verdictText,
  wayBack,
} from '../../../evolve/rules/effect/words.js';
import { findSkill } from '../../../library/read/resolve.js';
import type { Terminal } from '../../../system/terminal/terminal.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolveEffect(context: Context, input: Input<'evolve effect'>): Promise<Report> {
  const wanted = input.argument('skill');
  const isShared = isEffectShared(context, input.isOn('no-telemetry'));
  const { notes, versions, remark } = await machineEffects(context, { skill: wanted, isShared });
  // Skills that are gone keep their verdicts; a name without any may be a typing error, which is refused.
  if (wanted !== undefined && notes.length + versions.length === 0) findSkill(libraryOf(context), wanted);
  return {
    document: { notes: notes.map(documentOf), versions: versions.map(versionDocument) },
    text: () =>
      [notesText(context.terminal, notes), versionsText(context.terminal, versions)]
        .filter((text) => text !== '')
        .join('\n'),
    notes: [
      notes.length + versions.length === 0 ? emptyHint(wanted) : '',
      ...notes.map(proposal),
      ...versions.flatMap(({ verdict, version }) =>
        wayBack(verdict, version).map((line) => `hint: ${printable(line)}\n`),
      ),
      remark === undefined ? '' : `${printable(remark)}\n`,
    ].join(''),
  };
}

function emptyHint(wanted: string | undefined): string {
  const where = wanted === undefined ? 'any skill' : wanted;
  return `no note was written to ${where} yet; coppice evolve run shows what it would write\n`;
}

function documentOf(effect: JudgedNote): unknown {
  const { note, lines, pooled, before, after, difference, verdict, observed, missing, control, isFinal } =
    effect;
  const { skill, entries, appliedAt, endedAt = null, why = null, items } = note;
  return {
    skill,
    noteId: entries[0],
    entry: entries.at(-1),
    entries,
    items: items.map(({ id }) => id),
    appliedAt,
    endedAt,
    why,
    before: sideOf(before),
    after: sideOf(after),
    difference,
    verdict,
    isFinal,
    observed,
    missing,
    control: control ?? null,
    lines: lines.map((line) => ({ ...line, before: sideOf(line.before), after: sideOf(line.after) })),
    pooled: pooled === undefined ? null : pooledDocument(pooled),
    ...(entriesToUndo(effect).length > 0 && { proposal: 'undo' }),
  };
}

function versionDocument({ version, pooled, before, after, ...effect }: JudgedVersion): unknown {
  const { verdict, observed, missing, control, isFinal, difference } = effect;
  const { skill, digest, change, appliedAt, endedAt = null } = version;
  return {
    ...{ skill, digest, change, appliedAt, endedAt },
    before: sideOf(before),
    after: sideOf(after),
    ...{ difference, verdict, isFinal, observed, missing },
    control: control ?? null,
    pooled: pooled === undefined ? null : pooledDocument(pooled),
  };
}

function pooledDocument({ before, after, ...rest }: PooledEffect): unknown {
  return { ...rest, before: sideOf(before), after: sideOf(after) };
}

/** `errors` are loads during which something went wrong, so there are never more of them than loads. */
function sideOf({ failed, ...side }: EffectSide): unknown {
  return { ...side, errors: failed };
}

const widthForBars = 110;

function layoutOf({ stdout, unicode }: Terminal) {
  return { bars: stdout.isTerminal && stdout.width >= widthForBars, unicode };
}

function notesText(terminal: Terminal, effects: readonly JudgedNote[]): string {
  const layout = layoutOf(terminal);
  const rows = effects.map((effect) => [
    effect.note.skill,
    timeText(effect.note.appliedAt).slice(0, 10),
    failureText(effect.before, layout),
    failureText(effect.after, layout),
    [verdictText(effect), pooledText(effect.pooled), goingOnText(effect.lines), endText(effect.note)]
      .filter((text) => text !== '')
      .join('; '),
  ]);
  return rowsText(terminal, ['SKILL', 'WRITTEN', 'FAILED BEFORE', 'AFTER', 'VERDICT'], rows);
}

function versionsText(terminal: Terminal, effects: readonly JudgedVersion[]): string {
  const layout = layoutOf(terminal);
  const rows = effects.map((effect) => [
    effect.version.skill,
    timeText(effect.version.appliedAt).slice(0, 10),
    changeText(effect.version.change),
    failureText(effect.before, layout),
    failureText(effect.after, layout),
    [verdictText(effect, 'change'), pooledText(effect.pooled)].filter((text) => text !== '').join('; '),
  ]);
  return rowsText(terminal, ['SKILL', 'CHANGED', 'HOW', 'FAILED BEFORE', 'AFTER', 'VERDICT'], rows);
}

function proposal(effect: NoteEffect): string {
  return entriesToUndo(effect)
    .map((entry) => `hint: coppice undo ${entry}\n`)
    .join('');
}

/*
 * `coppice evolve effect`: whether the notes in skills helped. No skill is changed.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import {
  isEffectShared,
  localCounts,
  type PooledNotes,
  poolNotes,
} from '../../../app/project/pooled-effects.js';
import { type LineEffect, lineEffects } from '../../../evolve/rules/effect/line-effect.js';
import {
  type EffectSide,
  entriesToUndo,
  isShown,
  type NoteEffect,
  noteEffects,
} from '../../../evolve/rules/effect/note-effect.js';
import type { PooledEffect } from '../../../evolve/rules/effect/pool.js';
import {
  endLabels,
  failureText,
  goingOnText,
  pooledText,
  verdictText,
} from '../../../evolve/rules/effect/words.js';
import { type NoteLife, noteLives } from '../../../evolve/rules/note-life.js';
import { nameOf } from '../../../library/rules/ledger-entry.js';
import { readLedger } from '../../../library/write/ledger.js';
import type { Terminal } from '../../../system/terminal/terminal.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolveEffect(context: Context, input: Input<'evolve effect'>): Promise<Report> {
  const wanted = input.argument('skill');
  const { entries } = readLedger(libraryOptions(context));
  const now = context.clock.now();
  const notes = noteLives(entries).filter((note) => isShown(note, now) && isSelected(note, wanted));
  if (notes.length === 0) return { document: { notes: [] }, text: '', notes: emptyHint(wanted) };
  const isShared = isEffectShared(context, input.isOn('no-telemetry'));
  const { judged, local } = await withEvidence(context, ({ store }) => ({
    judged: noteEffects(store, notes, now).map((effect) => ({
      ...effect,
      lines: lineEffects(store, effect.note, now),
    })),
    local: isShared ? localCounts(store, notes, entries, now) : [],
  }));
  const { pooled, remark } = isShared ? await poolNotes(context, local, entries) : alone;
  const effects = judged.map((effect) => ({ ...effect, pooled: pooled.get(effect.note) }));
  return {
    document: { notes: effects.map(documentOf) },
    text: () => effectsText(context.terminal, effects),
    notes: [...effects.map(proposal), ...(remark === undefined ? [] : [`${printable(remark)}\n`])].join(''),
  };
}

const alone: PooledNotes = { pooled: new Map(), remark: undefined };

/** The effect of a note, of each of its lines, and on all machines of the team that have it. */
interface JudgedNote extends NoteEffect {
  readonly lines: readonly LineEffect[];
  readonly pooled: PooledEffect | undefined;
}

function isSelected({ skill, ids }: NoteLife, wanted: string | undefined): boolean {
  return wanted === undefined || [skill, ...ids].some((id) => id === wanted || nameOf(id) === wanted);
}

function emptyHint(wanted: string | undefined): string {
  const where = wanted === undefined ? 'any skill' : 'that skill';
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

function pooledDocument({ before, after, ...rest }: PooledEffect): unknown {
  return { ...rest, before: sideOf(before), after: sideOf(after) };
}

/** `errors` are loads during which something went wrong, so there are never more of them than loads. */
function sideOf({ failed, ...side }: EffectSide): unknown {
  return { ...side, errors: failed };
}

const widthForBars = 110;

function effectsText(terminal: Terminal, effects: readonly JudgedNote[]): string {
  const { stdout, unicode } = terminal;
  const layout = { bars: stdout.isTerminal && stdout.width >= widthForBars, unicode };
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

function endText({ endedAt, why }: NoteLife): string {
  if (endedAt === undefined || why === undefined) return '';
  return `${endLabels[why]} on ${timeText(endedAt).slice(0, 10)}`;
}

function proposal(effect: NoteEffect): string {
  return entriesToUndo(effect)
    .map((entry) => `hint: coppice undo ${entry}\n`)
    .join('');
}

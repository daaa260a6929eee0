/*
 * `coppice evidence purge`: forgets events for good, and names the notes in skills that were made from them.
 */

import { resolve } from 'node:path';
import type { EvidenceNote } from '../../evidence/store/notes.js';
import type { PurgeCounts } from '../../evidence/store/purge.js';
import type { PurgeSelection } from '../../evidence/store/purge-selection.js';
import { rebuildNotesIndex } from '../../evolve/effect/notes-index.js';
import { forgetInProposals } from '../../evolve/review/forget.js';
import { type RewrittenNote, rewriteNotes } from '../../evolve/rewrite.js';
import { readLedger } from '../../library/write/ledger.js';
import { CoppiceError } from '../../system/errors.js';
import { printable } from '../../system/terminal/printable.js';
import type { Context } from '../context.js';
import { withEvidence } from '../evidence.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { writingPlace } from '../writing.js';

export async function run(context: Context, input: Input): Promise<Report> {
  const selection = selectionOf(context, input);
  const isDry = input.isOn('dry-run');
  return await withEvidence(context, input, async ({ store, library }) => {
    rebuildNotesIndex(store, readLedger(library).entries);
    const notesBefore = store.notes();
    const purged = isDry ? { ...store.previewPurge(selection), isErased: false } : store.purge(selection);
    const skills = skillsWith(purged.notes);
    const rewritten =
      isDry || !input.isOn('rewrite-notes')
        ? []
        : await rewriteNotes({ ...writingPlace(context, input), evidence: store }, skills, notesBefore);
    if (rewritten.length > 0) rebuildNotesIndex(store, readLedger(library).entries);
    const proposals = isDry ? [] : await forgetInProposals(library, (ids) => store.known(ids));
    const { events, sessions, notes, isErased } = purged;
    return {
      document: { dryRun: isDry, events, sessions, isErased, notes, rewritten, proposals },
      text: `${isDry ? 'would forget' : 'forgot'} ${counted(events, 'event')} of ${counted(sessions, 'session')}\n`,
      talk: talk(purged, rewritten, { isDry, isErased }),
      exitCode: rewritten.some(({ kind }) => kind === 'failed') ? 1 : 0,
    };
  });
}

/** Those that still have the note. */
function skillsWith(notes: readonly EvidenceNote[]): readonly string[] {
  return [...new Set(notes.filter(({ state }) => state === 'applied').map(({ skill }) => skill))];
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function selectionOf({ workingFolder, clock }: Context, input: Input): PurgeSelection {
  const [session, source, skill, matching, before] = ['session', 'source', 'skill', 'matching', 'before'].map(
    (flag) => input.text(flag),
  );
  const selection: PurgeSelection = {
    ...(session !== undefined && { session }),
    ...(source !== undefined && { source: resolve(workingFolder, source) }),
    ...(skill !== undefined && { skill }),
    ...(matching !== undefined && { matching: required('matching', matching) }),
    ...(before !== undefined && { before: timeOf(before, clock.now()) }),
  };
  if (Object.keys(selection).length > 0) return selection;
  throw new CoppiceError('usage', 'evidence purge needs to know what to forget', {
    hint: 'give --session, --source, --skill, --matching or --before',
  });
}

/** An empty text is in everything. */
function required(flag: string, text: string): string {
  if (text.trim() !== '') return text;
  throw new CoppiceError('bad-value', `--${flag} cannot be empty`);
}

function timeOf(text: string, now: number): number {
  const days = /^(\d+)d$/.exec(text)?.[1];
  const time = days === undefined ? Date.parse(text) : now - Number(days) * 86_400_000;
  const isDate = days !== undefined || /^\d{4}-\d\d-\d\d/.test(text);
  if (isDate && Number.isFinite(time) && time >= 0) return time;
  throw new CoppiceError('bad-value', `--before cannot be ${text === '' ? 'empty' : text}`, {
    hint: 'give a date such as 2026-01-31, or an age such as 90d',
  });
}

function rewrittenLine({ kind, skill, reason }: RewrittenNote): string {
  if (kind === 'failed') return `error: ${skill}: ${reason}`;
  return kind === 'gone' ? `${skill} has that note no longer` : `rewrote the note of ${skill}`;
}

function talk(
  { notes, events }: PurgeCounts,
  rewritten: readonly RewrittenNote[],
  { isDry, isErased }: { readonly isDry: boolean; readonly isErased: boolean },
): string {
  const skills = skillsWith(notes);
  const left = skills.filter((skill) => !rewritten.some((note) => note.skill === skill));
  const lines = [
    ...rewritten.map(rewrittenLine),
    ...left.map((skill) => `the note of ${skill} was made from it`),
    ...(left.length > 0
      ? ['hint: purge with --rewrite-notes makes these notes again from what is left']
      : []),
    ...(!isDry && !isErased && events > 0
      ? ['another process is reading: the bytes are overwritten by the next command']
      : []),
    ...(events > 0 && !isDry ? ['a transcript itself is not touched; the agent it belongs to keeps it'] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

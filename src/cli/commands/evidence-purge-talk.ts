/*
 * What a purge tells beside its counts: where else it took words out, and where something made from them is left.
 */

import type { Purged } from '../../evidence/store/purge.js';
import type { PurgedQuotes } from '../../evolve/purge/purge-quotes.js';
import type { RewrittenNote } from '../../evolve/purge/rewrite-notes.js';
import { printable } from '../../text/printable.js';
import { counted } from '../counted.js';

export interface PurgeDocument extends Omit<Purged, 'ids'>, PurgedQuotes {
  readonly dryRun: boolean;
  readonly rewritten: readonly RewrittenNote[];
  /** What is left in skills that was made from evidence which is no longer there, by this purge or before. */
  readonly quotedBy: readonly QuotedBy[];
}

interface QuotedBy {
  readonly skill: string;
  readonly kind: 'note' | 'draft';
  /** Of the ledger, that wrote it. */
  readonly entry: string;
}

export function purgeTalk(document: PurgeDocument): string {
  const { dryRun, events, isErased, rewritten, reports, proposals, quotedBy, unreadable } = document;
  const places = [
    ...(reports.length > 0 ? [counted(reports.length, 'report')] : []),
    ...(proposals.length > 0 ? [counted(proposals.length, 'proposal')] : []),
  ].join(' and ');
  const lines = [
    ...(places === '' ? [] : [`${dryRun ? 'would take' : 'took'} its words out of ${places}`]),
    ...rewritten.map(rewrittenLine),
    ...quotedBy.map(quotedLine),
    ...(quotedBy.some(({ kind }) => kind === 'note')
      ? ['hint: purge with --rewrite-notes makes these notes again from what is left, or takes them out']
      : []),
    ...unreadable.map(
      ({ file, reason }) => `error: ${file} may still show it (${reason}); it can be deleted`,
    ),
    ...(!dryRun && !isErased && events > 0
      ? ['another process is reading: the bytes are overwritten by the next command']
      : []),
    ...(events > 0 && !dryRun
      ? ['a transcript itself is not touched; the agent it belongs to keeps it']
      : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function rewrittenLine({ kind, skill, reason }: RewrittenNote): string {
  if (kind === 'failed') return `error: ${skill}: ${reason}`;
  return kind === 'gone' ? `${skill} has that note no longer` : `rewrote the note of ${skill}`;
}

function quotedLine({ skill, kind, entry }: QuotedBy): string {
  const what = kind === 'note' ? 'a note' : 'an accepted draft';
  return `${skill} still has ${what} that was made from it: coppice undo ${entry}`;
}

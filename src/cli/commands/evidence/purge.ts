/*
 * `coppice evidence purge`: deletes events permanently, also where reports and proposals quote them, and lists the
 * skills that say something made from them.
 */

import { resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import { type OpenEvidence, withEvidence } from '../../../app/evidence.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import { filesSetAside } from '../../../evidence/store/database.js';
import type { Purged, PurgeSelection } from '../../../evidence/store/purge.js';
import { type PurgedQuotes, purgeQuotes } from '../../../evolve/purge/purge-quotes.js';
import { remainingQuotes } from '../../../evolve/purge/remaining-quotes.js';
import { type RewrittenNote, rewriteNotes } from '../../../evolve/purge/rewrite-notes.js';
import { rebuildNotesIndex } from '../../../evolve/save-run.js';
import { dropSearchCache } from '../../../library/use/search-cache.js';
import { readLedger } from '../../../library/write/ledger.js';
import { homePaths } from '../../../system/home.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { momentOf } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvidencePurge(context: Context, input: Input<'evidence purge'>): Promise<Report> {
  const selection = selectionOf(context, input);
  const dryRun = input.isOn('dry-run');
  return await withEvidence(context, async (evidence) => {
    const { store, library } = evidence;
    rebuildNotesIndex(store, readLedger(library).entries);
    const purged = dryRun ? { ...store.previewPurge(selection), isErased: false } : store.purge(selection);
    const known = (ids: readonly string[]) => store.known(ids, dryRun ? selection : undefined);
    const { unreadable, ...forgotten } = await purgeQuotes(library, known, { isDry: dryRun });
    const setAside = filesSetAside(context.files, homePaths(library.home).evidence);
    const rewritten = dryRun || !input.isOn('rewrite-notes') ? [] : await rewrite(context, evidence);
    const { notes: quotingNotes, drafts } = remainingQuotes(library, known);
    const { events, sessions, notes, isErased } = purged;
    const document: PurgeDocument = {
      ...{ dryRun, events, sessions, isErased, notes, rewritten },
      ...forgotten,
      quotedBy: [
        ...quotingNotes.map(({ skill, entry }) => ({ skill, kind: 'note' as const, entry })),
        ...drafts.map(({ skill, entry }) => ({ skill, kind: 'draft' as const, entry })),
      ],
      unreadable: [...unreadable, ...setAside.map((file) => ({ file, reason: 'set-aside' }))],
    };
    const isIncomplete = rewritten.some(({ kind }) => kind === 'failed') || document.unreadable.length > 0;
    return {
      document,
      text: `${dryRun ? 'would delete' : 'deleted'} ${counted(events, 'event')} of ${counted(sessions, 'session')}\n`,
      notes: purgeNotes(document),
      exitCode: isIncomplete && !dryRun ? 1 : 0,
    };
  });
}

async function rewrite(
  context: Context,
  { store, library }: OpenEvidence,
): Promise<readonly RewrittenNote[]> {
  const { notes } = remainingQuotes(library, (ids) => store.known(ids));
  const rewritten = await rewriteNotes({ ...skillLibraryOptions(context), evidence: store }, notes);
  if (rewritten.length === 0) return [];
  rebuildNotesIndex(store, readLedger(library).entries);
  // The cache contains the words of skills as of the last search.
  dropSearchCache(library);
  return rewritten;
}

function selectionOf({ workingFolder, clock }: Context, input: Input<'evidence purge'>): PurgeSelection {
  const [session, source, skill] = [input.text('session'), input.text('source'), input.text('skill')];
  const [matching, before] = [input.text('matching'), input.text('before')];
  const selection: PurgeSelection = {
    ...(session !== undefined && { session }),
    ...(source !== undefined && { source: resolve(workingFolder, source) }),
    ...(skill !== undefined && { skill }),
    ...(matching !== undefined && { matching: required('matching', matching) }),
    ...(before !== undefined && { before: momentOf(before, 'before', clock.now()) }),
  };
  if (Object.keys(selection).length > 0) return selection;
  throw new CoppiceError('usage', 'evidence purge needs a selection', {
    hint: 'give --session, --source, --skill, --matching or --before',
  });
}

/** Every event contains the empty text. */
function required(flag: string, text: string): string {
  if (text.trim() !== '') return text;
  throw new CoppiceError('bad-value', `--${flag} cannot be empty`, {
    hint: 'give some of the text to delete',
  });
}

/*
 * The notes of a purge: where else quotes were removed, and what is left that was made from deleted events.
 */

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

export function purgeNotes(document: PurgeDocument): string {
  const { dryRun, events, isErased, rewritten, reports, proposals, quotedBy, unreadable } = document;
  const places = [
    ...(reports.length > 0 ? [counted(reports.length, 'report')] : []),
    ...(proposals.length > 0 ? [counted(proposals.length, 'proposal')] : []),
  ].join(' and ');
  const lines = [
    ...(places === '' ? [] : [`${dryRun ? 'would remove' : 'removed'} quotes from ${places}`]),
    ...rewritten.map(rewrittenLine),
    ...quotedBy.map(quotedLine),
    ...(quotedBy.some(({ kind }) => kind === 'note')
      ? [
          'hint: evidence purge --rewrite-notes rewrites these notes from the remaining evidence, or removes them',
        ]
      : []),
    ...unreadable.map(
      ({ file, reason }) => `error: ${file} may still quote deleted events (${reason}); you can delete it`,
    ),
    ...(!dryRun && !isErased && events > 0
      ? ['another process is reading the evidence: the next command overwrites the deleted bytes']
      : []),
    ...(events > 0 && !dryRun ? ['session files are not changed; the agent keeps them'] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function rewrittenLine({ kind, skill, reason }: RewrittenNote): string {
  if (kind === 'failed') return `error: ${skill}: ${reason}`;
  return kind === 'gone' ? `${skill} no longer has the note` : `rewrote the note of ${skill}`;
}

function quotedLine({ skill, kind, entry }: QuotedBy): string {
  const what = kind === 'note' ? 'a note' : 'an accepted draft';
  return `${skill} still has ${what} that was made from deleted events; remove it with: coppice undo ${entry}`;
}

/*
 * Reads what can be tidied, with the functions behind `coppice tidy`, `dedupe`, `overlap` and `history`.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { planDedupe } from '../../app/overlap/dedupe.js';
import { findOverlap } from '../../app/overlap/overlap.js';
import { overlapReason, withheldReason } from '../../app/overlap/overlap-text.js';
import { type Suggestion, suggestTidying } from '../../app/tidy/tidy.js';
import { leftCounts } from '../../curator/rules/tidy.js';
import { archivedSkills } from '../../library/write/archive-find.js';
import { readLedger } from '../../library/write/ledger.js';
import type { ReadHandlers } from '../api/routes.js';
import type {
  ArchiveAnswer,
  CopiesAnswer,
  DoneActsAnswer,
  OverlapsAnswer,
  TidyAnswer,
  TidyReads,
} from '../api/tidy.js';
import { doneActs } from '../rules/done-acts.js';
import { readListings } from './cost.js';
import { daysInQuery } from './days-in-query.js';
import { shownDays } from './today.js';

export function tidyReads(context: Context): Pick<ReadHandlers, keyof TidyReads> {
  const days = (query: URLSearchParams) => daysInQuery(query, shownDays);
  return {
    tidy: (query) => readTidy(context, days(query)),
    costs: (query) => ({ days: days(query), listings: readListings(context, days(query)) }),
    copies: () => readCopies(context),
    overlaps: () => readOverlaps(context),
    archive: () => readArchive(context),
    acts: () => readDoneActs(context),
  };
}

const shownDearest = 10;

export async function readTidy(context: Context, days: number): Promise<TidyAnswer> {
  const { unused, suggestions, left } = await suggestTidying(context, { days });
  const archive = suggestions.filter(({ act }) => act === 'archive').length;
  return {
    days,
    now: context.clock.now(),
    total: unused.total,
    unused: unused.skills.length,
    tokens: unused.tokens,
    archive,
    quiet: suggestions.length - archive,
    savedTokens: suggestions.reduce((sum, { tokens }) => sum + tokens, 0),
    dearest: suggestions
      .toSorted((a, b) => b.tokens - a.tokens)
      .slice(0, shownDearest)
      .map(({ id, tokens, lastActivityAt, ...suggestion }) => ({
        id,
        does: suggestedText(suggestion),
        tokens,
        lastUsedAt: lastActivityAt,
      })),
    left: leftCounts(left),
  };
}

export function suggestedText({ act, agents }: Pick<Suggestion, 'act' | 'agents'>): string {
  return act === 'archive' ? 'archive' : `quiet for ${agents.join(', ')}`;
}

export function readCopies(context: Context): CopiesAnswer {
  const { groups, changes } = planDedupe(libraryOf(context));
  return {
    groups: groups.map(({ kept, copies }) => ({
      kept,
      copies: copies.map(({ id, act, reason }) => ({ id, does: act, why: reason })),
    })),
    changes,
  };
}

export async function readOverlaps(context: Context): Promise<OverlapsAnswer> {
  const { clusters, compared, distinct } = await findOverlap(context);
  const near = clusters.filter(({ exact }) => !exact);
  return {
    compared,
    distinct: distinct.length,
    total: near.length,
    clusters: near.slice(0, shownClusters).map((cluster) => ({
      skills: cluster.skills,
      score: cluster.score,
      why: overlapReason(cluster),
      command: cluster.suggestion,
      withheld: withheldReason(cluster) || null,
    })),
  };
}

/** Nobody decides about more of them at once. */
const shownClusters = 50;

const shownArchived = 8;

export function readArchive(context: Context): ArchiveAnswer {
  const library = libraryOf(context);
  const archived = archivedSkills(library, library.roots);
  return {
    now: context.clock.now(),
    total: archived.length,
    newest: archived.slice(0, shownArchived).map(({ target, archivedAt, reason }) => ({
      id: target.id,
      at: archivedAt || null,
      reason,
    })),
  };
}

const maxActs = 20;

export function readDoneActs(context: Context): DoneActsAnswer {
  return { now: context.clock.now(), acts: doneActs(readLedger(libraryOf(context)).entries, maxActs) };
}

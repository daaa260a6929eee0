/*
 * Reads drafts with their newest revision, one by one or newest first in pages, as the API returns them.
 */

import type { InferResult } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import type { DraftState } from '../api/names.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import type { Queries } from '../data/db/database.js';
import { decodeCursor, encodeCursor, isCursorTime, notACursor } from '../rules/cursor.js';
import { readAbsorbed } from './read-absorbed.js';

export type StoredDraft = InferResult<ReturnType<typeof selectDrafts>>[number];

export async function findDraft(queries: Queries, tenantId: number, id: string): Promise<StoredDraft> {
  const draft = await selectDrafts(queries, tenantId).where('draft.id', '=', id).executeTakeFirst();
  if (draft === undefined) throw noSuchDraft(id);
  return draft;
}

/** The SKILL.md of the given revision, or of the newest. */
export async function readDraftSkillMd(
  queries: Queries,
  tenantId: number,
  id: string,
  revision?: number,
): Promise<string> {
  if (revision === undefined) return (await findDraft(queries, tenantId, id)).skill_md;
  const found = await queries
    .selectFrom('draft_revisions')
    .select('skill_md')
    .where('tenant_id', '=', tenantId)
    .where('draft_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (found === undefined)
    throw new CoppiceError('not-found', `there is no revision ${revision} of draft ${id}`);
  return found.skill_md;
}

function selectDrafts(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('drafts as draft')
    .innerJoin('draft_revisions as newest', (join) =>
      join
        .onRef('newest.tenant_id', '=', 'draft.tenant_id')
        .onRef('newest.draft_id', '=', 'draft.id')
        .onRef('newest.revision', '=', 'draft.revision'),
    )
    .leftJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'draft.tenant_id').onRef('version.id', '=', 'draft.published_id'),
    )
    .select([
      'draft.id',
      'draft.kind',
      'draft.slug',
      'draft.state',
      'draft.origin',
      'draft.notes',
      'draft.revision',
      'draft.similar_items',
      'draft.created_by',
      'draft.created_at',
      'draft.reviewed_by',
      'draft.reviewed_at',
      'draft.wanted_version',
      'draft.source_repo',
      'draft.source_commit',
      'newest.digest',
      'newest.content_digest',
      'newest.description',
      'newest.when_to_use',
      'newest.tags',
      'newest.skill_md',
      'version.version as published_version',
    ])
    .where('draft.tenant_id', '=', tenantId);
}

export function draftAnswerOf(
  draft: StoredDraft,
  absorbed: Awaited<ReturnType<typeof readAbsorbed>>,
): DraftAnswer {
  const { digest: _, skill_md: __, source_repo: ___, source_commit: ____, similar_items, ...fields } = draft;
  return {
    ...fields,
    tags: [...draft.tags],
    created_at: draft.created_at.toISOString(),
    reviewed_at: draft.reviewed_at?.toISOString() ?? null,
    absorbs: absorbed.get(draft.id) ?? [],
    similar: [...similar_items],
  };
}

export function noSuchDraft(id: string): CoppiceError {
  return new CoppiceError('not-found', `there is no draft ${id}`);
}

interface DraftsQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly state: DraftState | 'all';
}

interface DraftsPage {
  readonly items: readonly DraftAnswer[];
  readonly next_cursor: string | null;
}

/** Newest first. */
export async function listDrafts(
  queries: Queries,
  tenantId: number,
  { limit, cursor, state }: DraftsQuery,
): Promise<DraftsPage> {
  let query = selectDrafts(queries, tenantId)
    .orderBy('draft.created_at', 'desc')
    .orderBy('draft.id')
    .limit(limit + 1);
  if (state !== 'all') query = query.where('draft.state', '=', state);
  if (cursor !== undefined) {
    const last = lastShown(cursor, state);
    query = query.where((is) =>
      is.or([
        is('draft.created_at', '<', last.createdAt),
        is.and([is('draft.created_at', '=', last.createdAt), is('draft.id', '>', last.id)]),
      ]),
    );
  }
  const found = await query.execute();
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const absorbed = await readAbsorbed(
    queries,
    tenantId,
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map((draft) => draftAnswerOf(draft, absorbed)),
    next_cursor: last ? cursorAfter(last, state) : null,
  };
}

function cursorAfter({ created_at, id }: StoredDraft, state: DraftsQuery['state']): string {
  return encodeCursor([created_at.getTime(), id], ['drafts', state]);
}

function lastShown(
  cursor: string,
  state: DraftsQuery['state'],
): { readonly createdAt: Date; readonly id: string } {
  const [time, id] = decodeCursor(cursor, ['drafts', state]);
  if (!isCursorTime(time)) throw notACursor();
  if (typeof id !== 'string' || !uuid.test(id)) throw notACursor();
  return { createdAt: new Date(time), id };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/*
 * The drafts of a tenant, newest first.
 */

import type { DraftState } from '../api/names.js';
import type { DraftAnswer } from '../api/routes/drafts.js';
import type { Queries } from '../db/database.js';
import { decodeCursor, encodeCursor, isCursorTime, notACursor } from '../rules/cursor.js';
import { draftAnswerOf, type StoredDraft, selectDrafts } from './read-draft.js';

export interface DraftsQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly state: DraftState | 'all';
}

export interface DraftsPage {
  readonly items: readonly DraftAnswer[];
  readonly next_cursor: string | null;
}

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
  return { items: shown.map(draftAnswerOf), next_cursor: last ? cursorAfter(last, state) : null };
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
  if (typeof id !== 'string' || !isUuid.test(id)) throw notACursor();
  return { createdAt: new Date(time), id };
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

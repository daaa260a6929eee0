/*
 * One draft as the API returns it: with what is claimed about its content, what it absorbs, and what it waits for.
 */

import type { DraftAnswer } from '../api/routes/drafts.js';
import type { Queries } from '../data/db/database.js';
import { readEvaluations } from '../items/catalog/evaluations.js';
import type { Tenant } from '../rules/access/principal.js';
import { readApproval } from './draft-approval.js';
import { readAbsorbed } from './read-absorbed.js';
import { draftAnswerOf, findDraft } from './read-draft.js';

export async function readDraft(queries: Queries, tenant: Tenant, id: string): Promise<DraftAnswer> {
  const draft = await findDraft(queries, tenant.id, id);
  const evaluations = await readEvaluations(queries, tenant.id, draft.content_digest);
  const absorbed = await readAbsorbed(queries, tenant.id, [id]);
  const approval = await readApproval(queries, tenant, draft);
  return { ...draftAnswerOf(draft, absorbed), evaluations, approval };
}

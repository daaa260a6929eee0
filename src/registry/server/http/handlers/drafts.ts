/*
 * Handlers of the draft routes.
 */

import type { draftRoutes } from '../../../api/routes/drafts.js';
import { consentToDraft } from '../../../drafts/absorbed-items.js';
import { discardDraft, publishDraft } from '../../../drafts/close-draft.js';
import { readDraft } from '../../../drafts/draft-answer.js';
import { listDraftFiles, readDraftDiff, readDraftFile } from '../../../drafts/draft-content.js';
import { createDraft, editDraft } from '../../../drafts/edit-draft.js';
import { listDrafts, readDraftSkillMd } from '../../../drafts/read-draft.js';
import { reviewDraft } from '../../../drafts/review-draft.js';
import type { Handlers } from '../handler.js';
import { fileAnswer } from '../handler.js';

export const draftHandlers: Handlers<typeof draftRoutes> = {
  createDraft: async ({ registry, caller, upload }) => ({
    json: await createDraft(registry, caller(), upload.metadata, upload.bundle),
  }),

  listDrafts: async ({ registry, tenant, query }) => ({
    json: await listDrafts(registry.database, tenant.id, query),
  }),

  getDraft: async ({ registry, tenant, params }) => ({
    json: await readDraft(registry.database, tenant, params.id),
  }),

  getDraftSkillMd: async ({ registry, tenant, params, query }) => ({
    bytes: await readDraftSkillMd(registry.database, tenant.id, params.id, query.revision),
  }),

  listDraftFiles: async ({ registry, tenant, params }) => ({
    json: await listDraftFiles(registry, tenant.id, params.id),
  }),

  getDraftFile: async ({ registry, tenant, params }) =>
    fileAnswer(await readDraftFile(registry, tenant.id, params.id, params.path)),

  getDraftDiff: async ({ registry, tenant, params }) => ({
    json: await readDraftDiff(registry, tenant.id, params.id),
  }),

  editDraft: async ({ registry, caller, params, body }) => ({
    json: await editDraft(registry, caller(), params.id, body),
  }),

  consentToDraft: async ({ registry, caller, params, body }) => ({
    json: await consentToDraft(registry, caller(), params.id, body),
  }),

  reviewDraft: async ({ registry, caller, params, body }) => ({
    json: await reviewDraft(registry, caller(), params.id, body),
  }),

  publishDraft: async ({ registry, caller, params, body }) => ({
    json: { draft_id: params.id, version: await publishDraft(registry, caller(), params.id, body) },
  }),

  discardDraft: async ({ registry, caller, params, body }) => ({
    json: await discardDraft(registry, caller(), params.id, body.reason),
  }),
};

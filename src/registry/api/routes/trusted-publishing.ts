/*
 * Publishing from CI without a stored secret.
 */

import { z } from 'zod';
import { itemSlugSchema, timeSchema } from '../names.js';
import { routeTable } from '../route.js';
import { newPublisher, publisherAnswer } from '../trusted-publishing.js';

const admin = { access: 'tenant:admin', limit: 'write', cache: 'never' } as const;

export const trustedPublishingRoutes = routeTable({
  listPublishers: {
    ...admin,
    method: 'GET',
    limit: 'read',
    path: '/v1/tenant/trusted-publishers',
    summary: 'Which runs of CI may publish which items without a stored secret',
    answer: z.array(publisherAnswer),
  },
  createPublisher: {
    ...admin,
    method: 'POST',
    path: '/v1/tenant/trusted-publishers',
    summary:
      'Trust the runs of a workflow to publish new versions of items, by the immutable ids of its repository and owner; the first version of an item needs a person',
    body: newPublisher,
    answer: publisherAnswer,
    status: 201,
    refusals: [409],
  },
  removePublisher: {
    ...admin,
    method: 'DELETE',
    path: '/v1/tenant/trusted-publishers/{id}',
    summary: 'Trust it no more: its tokens end at once',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404],
  },
  exchangeIdentity: {
    method: 'POST',
    path: '/v1/trusted-publishing/tokens',
    summary:
      'Exchange the identity token of a CI run for a token that publishes the items of its trusted publisher for 30 minutes. The audience of the identity token is the address of the registry; each is exchanged once, and none of a pull request',
    access: 'open',
    limit: 'write',
    body: z.strictObject({
      token: z.string().max(8_000).describe('The identity token (a JWT) of the run'),
      slugs: z
        .array(itemSlugSchema)
        .min(1)
        .max(50)
        .optional()
        .describe('Only these items; by default all of its own'),
    }),
    bodyLimit: { bytes: 16 * 1_024, values: 200 },
    cache: 'never',
    answer: z.object({
      token: z.string(),
      expires_at: timeSchema,
      slugs: z.array(z.string()),
      publisher: z.string(),
    }),
    status: 201,
    refusals: [401, 403, 409],
  },
});

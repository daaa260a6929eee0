/*
 * Handlers of publishing from CI without a stored secret.
 */

import { unauthorized } from '../../../access/authenticate.js';
import type { trustedPublishingRoutes } from '../../../api/routes/trusted-publishing.js';
import type { PublisherAnswer } from '../../../api/trusted-publishing.js';
import { tenantToSignIn } from '../../../sign-in/sign-in-tenant.js';
import { exchangeIdentity, type TrustedPublishing } from '../../../trusted/exchange-identity.js';
import {
  createPublisher,
  listPublishers,
  type Publisher,
  removePublisher,
} from '../../../trusted/publishers.js';
import type { Handlers } from '../handler.js';

export function trustedPublishingHandlers(
  parts: TrustedPublishing,
): Handlers<typeof trustedPublishingRoutes> {
  return {
    listPublishers: async ({ registry, tenant }) => ({
      json: (await listPublishers(registry.database, tenant.id)).map(publisherAnswer),
    }),
    createPublisher: async ({ registry, caller, body }) => ({
      json: publisherAnswer(await createPublisher(registry, caller(), body)),
    }),
    removePublisher: async ({ registry, caller, params }) => {
      await removePublisher(registry, caller(), params.id);
      return { json: { ok: true } };
    },
    exchangeIdentity: async ({ registry, body, tenantName, ip }) => {
      const tenant = await tenantToSignIn(registry.database, tenantName);
      if (tenant === undefined) throw unauthorized();
      const { text, expiresAt, slugs, publisher } = await exchangeIdentity(parts, {
        tenantId: tenant.id,
        identity: body.token,
        slugs: body.slugs,
        ip,
      });
      return { json: { token: text, expires_at: expiresAt.toISOString(), slugs: [...slugs], publisher } };
    },
  };
}

function publisherAnswer({ id, name, createdBy, createdAt, ...publisher }: Publisher): PublisherAnswer {
  const { provider, issuer, claims, slugs, jwks } = publisher;
  return {
    id,
    name,
    provider,
    issuer,
    claims: { ...claims },
    slugs: [...slugs],
    offline_keys: jwks !== null,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
  };
}

/*
 * Handlers of signing in with a provider. A sign-in belongs to the browser that began it: it has the secret in a cookie,
 * which no page of another site can set or send.
 */

import { CoppiceError } from '../../../../text/errors.js';
import type { signInRoutes } from '../../../api/routes/sign-in.js';
import type { ProviderAnswer } from '../../../api/sign-in.js';
import { cookieIn, setCookie, signInCookieName } from '../../../rules/access/cookies.js';
import { sessionCookie } from '../../../rules/access/credential-text.js';
import { cookieSeconds } from '../../../rules/access/session-life.js';
import { attemptMs, randomText } from '../../../sign-in/attempts.js';
import { endByProvider } from '../../../sign-in/backchannel-logout.js';
import {
  changeProvider,
  createProvider,
  knownProvider,
  listProviders,
  type Provider,
  registrationOf,
  removeProvider,
  type TenantName,
} from '../../../sign-in/providers.js';
import type { SignInParts } from '../../../sign-in/sign-in-parts.js';
import { hasSeveralTenants, tenantToSignIn } from '../../../sign-in/sign-in-tenant.js';
import { beginSignIn, finishSignIn, redirectAddress } from '../../../sign-in/sign-in-with-provider.js';
import type { Handlers } from '../handler.js';
import { signingBrowser } from '../signing-browser.js';
import { whoAnswer } from '../who-answer.js';

export function signInHandlers(parts: SignInParts): Handlers<typeof signInRoutes> {
  return {
    listSignInWays: async ({ registry, query, tenantName }) => {
      const tenant = await tenantToSignIn(registry.database, tenantName ?? query.tenant);
      const providers = tenant === undefined ? [] : await listProviders(parts, tenant);
      const ways = providers.filter(({ settings }) => settings.enabled).map(wayOf);
      // A team without providers looks like one that does not exist.
      const found = ways.length > 0 ? (tenant?.slug ?? null) : null;
      const needsTenant = found === null && (await hasSeveralTenants(registry.database, parts));
      return { json: { tenant: found, providers: ways, needs_tenant: needsTenant } };
    },
    startSignIn: async ({ registry, params, body, tenantName, origin, browser }) => {
      const tenant = await tenantToSignIn(registry.database, tenantName ?? body.tenant);
      if (tenant === undefined)
        throw new CoppiceError('not-found', `there is no provider ${params.slug} to sign in with`);
      const name = signInCookieName(origin);
      // Two tabs can sign in at the same time.
      const kept = cookieIn(browser.cookie, name);
      const secret = kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : randomText();
      const { slug } = params;
      const location = await beginSignIn(parts, { tenant, slug, browser: secret, origin, back: body.back });
      const cookie = {
        name,
        text: secret,
        maxAgeSeconds: attemptMs / 1_000,
        sameSite: 'Strict',
        origin,
      } as const;
      return { json: { location }, cookies: [setCookie(cookie)] };
    },
    finishSignIn: async (call) => {
      const { at, replace, ...answer } = call.body;
      const name = signInCookieName(call.origin);
      const secret = cookieIn(call.browser.cookie, name);
      const browser = await signingBrowser(call, replace);
      const { tenant, principal, text, back } = await finishSignIn(parts, { ...browser, answer, at, secret });
      return {
        json: { ...whoAnswer(tenant, principal), back },
        cookies: [
          sessionCookie(text, cookieSeconds, call.origin),
          setCookie({ name, text: '', maxAgeSeconds: 0, sameSite: 'Strict', origin: call.origin }),
        ],
      };
    },
    endByProvider: async ({ registry, params, body, ip }) => {
      try {
        const tenant = await tenantToSignIn(registry.database, params.tenant);
        if (tenant === undefined) throw new CoppiceError('forbidden', 'there is no such provider');
        await endByProvider(parts, { tenant, slug: params.slug, token: body.logout_token, ip });
        return { json: {} };
      } catch (error) {
        if (!(error instanceof CoppiceError) || error.code !== 'forbidden') throw error;
        return { status: 400, json: { error: 'invalid_request', error_description: error.message } };
      }
    },
    listProviders: async ({ tenant, origin }) => {
      const providers = await listProviders(parts, tenant);
      return { json: providers.map((provider) => providerAnswer(tenant, provider, origin)) };
    },
    createProvider: async ({ caller, body, origin }) => {
      const provider = await createProvider(parts, caller(), body);
      return { json: providerAnswer(caller().tenant, provider, origin) };
    },
    changeProvider: async ({ caller, params, body, origin }) => {
      const provider = await changeProvider(parts, caller(), params.slug, body);
      return { json: providerAnswer(caller().tenant, provider, origin) };
    },
    removeProvider: async ({ caller, params }) => {
      await removeProvider(parts, caller(), params.slug);
      return { json: { ok: true } };
    },
    checkProvider: async ({ tenant, params }) => {
      const provider = await knownProvider(parts, tenant, params.slug);
      const client = await parts.clients.reopen(await registrationOf(parts, tenant, provider));
      const metadata = client.configuration.serverMetadata();
      return {
        json: {
          authorization_endpoint: metadata.authorization_endpoint ?? '',
          names_issuer: metadata.authorization_response_iss_parameter_supported === true,
          reports_logout: metadata['backchannel_logout_supported'] === true,
          keys: await client.keys.count(),
        },
      };
    },
  };
}

function wayOf({ slug, settings, issuer }: Provider) {
  return { slug, name: settings.name || new URL(issuer).host };
}

function providerAnswer(tenant: TenantName, provider: Provider, origin: string): ProviderAnswer {
  const { slug, source, issuer, clientId, hasSecret, settings, createdAt } = provider;
  return {
    slug,
    source,
    issuer,
    client_id: clientId,
    has_secret: hasSecret,
    settings,
    redirect_uri: redirectAddress(origin, tenant, provider),
    logout_uri: `${origin}/v1/auth/backchannel-logout/${tenant.slug}/${slug}`,
    created_at: createdAt?.toISOString() ?? null,
  };
}

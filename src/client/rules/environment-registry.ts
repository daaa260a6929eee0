/*
 * The registry that the environment names, for jobs without a login: `COPPICE_REGISTRY` with `COPPICE_TENANT`, or
 * `COPPICE_REGISTRY=https://host/tenant`. It is also what `COPPICE_TOKEN` is bound to: a manifest says where a project's
 * skills come from, and a stranger's manifest must not be able to get the token.
 */

import { CoppiceError } from '../../text/errors.js';
import { isSlug, registryUrl, slugRule } from './item-names.js';
import { isSameRegistry, type RegistryAddress } from './manifest.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Undefined where the variables do not name both an address and a tenant. */
export function environmentRegistry(environment: Variables): RegistryAddress | undefined {
  const url = urlIn(environment);
  const tenant = tenantIn(environment);
  if (url === undefined) return undefined;
  if (tenant !== undefined) return { url, tenant };
  const [, base, last = ''] = /^(https?:\/\/[^/]+.*)\/([^/]+)$/.exec(url) ?? [];
  return base !== undefined && isSlug(last) ? { url: base, tenant: last } : undefined;
}

/** Whether `COPPICE_TOKEN` is for this registry; `unbound` where the variables do not say what it is for. */
export function tokenBinding(
  environment: Variables,
  registry: RegistryAddress,
): 'this registry' | 'another registry' | 'unbound' {
  const url = urlIn(environment);
  if (url === undefined) return 'unbound';
  const isWholeAddress = tenantIn(environment) === undefined && url === registry.url;
  return isWholeAddress || isSameRegistry(environmentRegistry(environment), registry)
    ? 'this registry'
    : 'another registry';
}

function urlIn(environment: Variables): string | undefined {
  const given = environment['COPPICE_REGISTRY']?.trim();
  if (!given) return undefined;
  const url = registryUrl(given);
  if (url !== undefined) return url;
  throw new CoppiceError('bad-value', 'COPPICE_REGISTRY is not the address of a registry', {
    hint: 'set it to an address such as https://skills.example.com',
  });
}

function tenantIn(environment: Variables): string | undefined {
  const given = environment['COPPICE_TENANT']?.trim();
  if (!given) return undefined;
  if (isSlug(given)) return given;
  throw new CoppiceError('bad-value', `COPPICE_TENANT is not a slug; ${slugRule}`);
}

/*
 * Which tenant a request names: by its header, else by the host it was sent to.
 */

/** The part of a host pattern that matches the tenant's slug: `{tenant}.skills.example.com`. */
const placeholder = '{tenant}';

/** Undefined where the request names none; the tenant of the credential applies then. */
export function namedTenant(
  { tenantHeader, host }: { readonly tenantHeader: string | undefined; readonly host: string | undefined },
  hostPattern: string | undefined,
): string | undefined {
  const given = tenantHeader?.trim().toLowerCase();
  if (given) return given;
  return host === undefined || hostPattern === undefined ? undefined : tenantOfHost(host, hostPattern);
}

function tenantOfHost(host: string, pattern: string): string | undefined {
  const name = plain(host).replace(/\.$/, '');
  const [before = '', after] = plain(pattern).split(placeholder);
  if (after === undefined || !name.startsWith(before) || !name.endsWith(after)) return undefined;
  const slug = name.slice(before.length, name.length - after.length);
  return /^[a-z0-9][a-z0-9-]*$/.test(slug) ? slug : undefined;
}

function plain(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

/*
 * The address of a registry in its one spelling, so that a manifest, a lock and a login that mean the same say the same.
 */

/** No slash at the end. Undefined where it is no address of a server, or carries more than one: a password, a query. */
export function registryUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (username + password + search + hash !== '') return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/** Whether what is sent there can be read on its way: no encryption, and not on this machine. */
export function isOpenToEavesdroppers(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/*
 * Which requests the server of one person's machine answers at all. Any page can send requests to this machine, and a
 * name of somebody else can lead to it; but a browser always says which host it means and which page sends the request.
 */

export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly host: string | null;
  readonly origin: string | null;
  /** `Sec-Fetch-Site`. */
  readonly site: string | null;
}

export type Admission = 'welcome' | 'foreign-host' | 'foreign-origin';

export const apiPrefix = '/machine/api/';

export function admissionOf({ path, host, origin, site }: RequestFacts, port: number): Admission {
  if (host === null || !ownHosts(port).includes(host.toLowerCase())) return 'foreign-host';
  // The pages themselves contain nothing about anybody, and a link from elsewhere may lead to them.
  if (!path.startsWith(apiPrefix)) return 'welcome';
  if (origin !== null && origin !== `http://${host}`) return 'foreign-origin';
  return site === null || site === 'same-origin' ? 'welcome' : 'foreign-origin';
}

/** With the port, because another program of this machine may be at another one. */
function ownHosts(port: number): readonly string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`);
}

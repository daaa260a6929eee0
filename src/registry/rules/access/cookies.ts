/*
 * Cookies that no script can read. The session goes with links from other sites, or every link to the registry would ask
 * to sign in; a secret that only our own pages send does not.
 */

interface Cookie {
  readonly name: string;
  readonly text: string;
  readonly maxAgeSeconds: number;
  readonly sameSite: 'Lax' | 'Strict';
  /** Of the server as clients reach it. */
  readonly origin: string;
}

/** The value of a `Set-Cookie` header. */
export function setCookie({ name, text, maxAgeSeconds, sameSite, origin }: Cookie): string {
  const secure = isSecure(origin) ? '; Secure' : '';
  return `${name}=${text}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${secure}`;
}

/** The text in a `Cookie` header; undefined where it has none. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((each) => each.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined;
}

/**
 * The secret of a sign-in that has begun. A browser accepts a name of this form from the host itself alone: a page of
 * a neighbouring subdomain cannot plant the secret of its own sign-in.
 */
export function signInCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-coppice_sign_in' : 'coppice_sign_in';
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:');
}

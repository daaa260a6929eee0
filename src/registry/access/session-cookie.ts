/*
 * The cookie that holds the text of a session: no script can read it, and no other site's form can send it.
 */

const cookieName = 'coppice_session';

export function sessionCookie(text: string, maxAgeSeconds: number, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${text}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Takes the cookie away again. */
export function endedCookie(origin: string): string {
  return sessionCookie('', 0, origin);
}

/** The text in a `Cookie` header; undefined where it has none. */
export function sessionInCookie(header: string | undefined): string | undefined {
  const pair = header?.split(';').find((each) => each.trimStart().startsWith(`${cookieName}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() || undefined;
}

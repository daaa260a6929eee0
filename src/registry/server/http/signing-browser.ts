/*
 * The browser that signs in, with the session that it has now. Only its own page can agree to end that session: it sends
 * the CSRF token, which no page of another site knows.
 */

import { CoppiceError } from '../../../text/errors.js';
import { hasCsrf } from '../../access/authenticate.js';
import { type SigningBrowser, sessionOfCookie } from '../../access/sessions.js';
import type { Registry } from '../../registry.js';
import { browserWords } from '../../rules/access/browser-words.js';
import type { BrowserHeaders } from './handler.js';

interface Signing {
  readonly registry: Pick<Registry, 'database' | 'clock'>;
  readonly browser: BrowserHeaders;
  readonly ip: string | null;
}

export async function signingBrowser(
  { registry, browser: { cookie, csrf, userAgent }, ip }: Signing,
  replace: boolean,
): Promise<SigningBrowser> {
  const current = await sessionOfCookie(registry, cookie);
  if (replace && current !== undefined && !hasCsrf(current.principal.csrf, csrf))
    throw new CoppiceError('forbidden', 'ending the session of this browser needs its X-Coppice-Csrf');
  return { ip, browser: browserWords(userAgent), current, replace };
}

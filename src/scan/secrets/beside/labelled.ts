/*
 * Secrets behind a label that is no name: the numbered keys of a vault, the seed of a second factor in groups of four, the
 * pair of user and password of a call.
 */

import { looksRandom } from '../secret-value.js';
import { type Form, once } from './form.js';

/** At `unseal`, `recovery`, `setup key` and the words for a second factor. */
export const labelledForms = once((): readonly Form[] => [
  {
    kind: 'secret',
    pattern:
      /(?:unseal|recovery) (?:key|code|share)s? ?#?\d{0,2}\\{0,3}["']?[ \t]{0,2}[:=][ \t]{0,4}([\w+/=-]{12,512})/diy,
    accepts: looksRandom,
  },
  // Base32 in groups of four, as people are asked to type it.
  {
    kind: 'secret',
    pattern:
      /(?:setup key|authenticator|totp|2fa)[^\n:=]{0,60}[:=][ \t]{0,4}\\{0,3}["']?((?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{2,4})(?![\w])/diy,
    accepts: (secret) => /[2-7]/.test(secret),
  },
]);

/** At `auth`: `auth=('user', 'X')`, `HTTPBasicAuth("user", "X")`. */
export const callForms = once((): readonly Form[] => [
  {
    kind: 'password',
    pattern:
      /auth(?:=|: ?)?\(\\{0,3}["'][^"'\n\\]{1,80}\\{0,3}["'], ?\\{0,3}["']([^"'\n\\]{4,512})(?=\\{0,3}["']\))/diy,
  },
]);

/*
 * Secrets behind a label that is no name: the numbered keys of a vault, the seed of a second factor in groups of four, the
 * pair of user and password of a call.
 */

import { isPasswordLike, looksRandom } from '../secret-value.js';
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
  {
    kind: 'secret',
    pattern:
      /(?:setup key|authenticator|totp|2fa)[^\n:=]{0,60}[:=][ \t]{0,4}\\{0,3}["']?([A-Z2-7]{16,64})(?![\w])/dy,
    accepts: (secret) => /[2-7]/.test(secret),
  },
  {
    kind: 'secret',
    pattern:
      /(?:backup|recovery) codes?(?: is| are|:)? \\{0,3}["'`]?([a-z\d]{4,8}(?:-[a-z\d]{4,8}){1,3})(?![\w-])/diy,
    accepts: (secret) => /\d.*\d/.test(secret),
  },
]);

/** Twelve words or more after a word for such a phrase. */
export const phraseForms = once((): readonly Form[] => [
  {
    kind: 'secret',
    pattern:
      /(?:phrase|mnemonic)(?: words)?(?: is| was|:|=| =)? ?\\{0,3}["'`]?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![\w])/dy,
    accepts: (words) => !/ (?:the|and|for|with|that|this|you|are|not|from) /.test(words),
  },
]);

/** Keys in groups, keys of a wallet, and the first password of a database. */
export const printedKeyForms = once((): readonly Form[] => [
  {
    kind: 'secret',
    pattern:
      /(?:(?:product|licen[cs]e|activation) (?:key|code)|\/ipk)(?: is|:|=)? ?\\{0,3}["'`]?((?:[A-Z\d]{4,6}-){2,7}[A-Z\d]{4,6})(?![\w-])/dy,
    accepts: (secret) => /\d/.test(secret) && /[A-Z]/.test(secret) && !/X{4}/.test(secret),
  },
  { kind: 'private-key', pattern: /wif(?: key)?(?::| is) ?([5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?!\w)/diy },
  {
    kind: 'password',
    pattern: /root@localhost: (?<=password[^\n]{0,60}root@localhost: )([^\s"'\\]{8,64})/dy,
  },
]);

/** At `auth`: `auth=('user', 'X')`, `HTTPBasicAuth("user", "X")`. */
export const callForms = once((): readonly Form[] => [
  // `stats auth admin:X`, `auth failed for admin:X`.
  {
    kind: 'password',
    pattern:
      /auth(?:entication)?(?: failed| failure| error)?(?: for)? ["']?[\w.@-]{2,40}:([^\s"'\\:/]{6,64})(?=["'\s\\]|$)/diy,
    accepts: isPasswordLike,
  },
  {
    kind: 'password',
    pattern:
      /auth(?:=|: ?)?\(\\{0,3}["'][^"'\n\\]{1,80}\\{0,3}["'], ?\\{0,3}["']([^"'\n\\]{4,512})(?=\\{0,3}["']\))/diy,
  },
]);

/*
 * The forms of secrets in the headers of requests and responses, wherever these are written: in a log, a command, JSON.
 */

import { isPasswordLike, isPlaceholder, looksRandom } from '../secret-value.js';
import { type Form, once } from './form.js';

const quotes = '[\\\\"\'`\\])]{0,6}';

/** At the word `authorization`. */
export const authorizationForms = once((): readonly Form[] => [
  // A signature or a digest, which is the last of several parameters.
  {
    kind: 'authorization',
    pattern:
      /authorization\\{0,3}["']?: ?\\{0,3}["']?(?:AWS4-HMAC-SHA256|OAuth|Hawk|Signature|Digest) ([^\n]{0,1200}?(?:signature|response|oauth_signature|mac)=\\{0,3}["']?[\w%+/=-]{16,400})/diy,
  },
  {
    kind: 'authorization',
    pattern: new RegExp(
      `authorization${quotes}\\s{0,3}[:=,]\\s{0,3}${quotes}(?:[a-z\\d-]{3,20}(?:[ +]|%20){1,3})?([^\\s"'\`\\\\,;<>]{4,4000})`,
      'diy',
    ),
    accepts: (secret, before) =>
      !/^[\w$]{1,40}\(/.test(secret) &&
      (/(?:bearer|basic|token|digest|apikey|negotiate|ssws|geniekey|bot)(?:[ +]|%20)+$/i.test(before) ||
        looksRandom(secret)),
  },
]);

/** At the words `bearer` and `basic`. */
export const schemeForms = once((): readonly Form[] => [
  {
    kind: 'authorization',
    pattern: /b(?:earer|asic)(?: |%20){1,3}([\w.~+/=-]{12,4000})/diy,
    accepts: looksRandom,
  },
  // "basic auth admin:X on staging".
  {
    kind: 'password',
    pattern: /basic[- ]auth\w{0,10}(?: is| with|:| =)? ?["'`]?[\w.@-]{1,64}:([^\s"'`\\]{4,128})/diy,
    accepts: isPasswordLike,
  },
]);

/** At the word `cookie`. */
export const cookieForms = once((): readonly Form[] => [
  {
    kind: 'cookie',
    pattern: new RegExp(
      `cookie${quotes}[ \\t]{0,3}[:=, ][ \\t]{0,3}${quotes}([\\w.%-]{1,64}=[^\\s"'\\\\;,<>$({\`][^"'\\\\\\n<>\`]{0,4000})`,
      'diy',
    ),
    accepts: hasSecretCookie,
  },
]);

/** Whether one of the cookies is more than a setting of the page. */
export function hasSecretCookie(cookies: string): boolean {
  return cookies
    .slice(0, 4_000)
    .split(';')
    .some((cookie) => {
      const [name = '', ...rest] = cookie.split('=');
      const value = rest.join('=').trim();
      if (isPlaceholder(value) || attribute.test(name)) return false;
      return (
        looksRandom(value) ||
        value.length >= 20 ||
        (value.length >= 6 && /sess|sid|auth|token|jwt|login/i.test(name))
      );
    });
}

const attribute = /^\s{0,4}(?:expires|max-age|path|domain|samesite)$/i;

/*
 * Finds secrets by the text around them: headers, cookies, URLs, and the user and password of a command.
 */

import type { Finding } from './find.js';
import { isPlaceholder, looksRandom } from './secret-value.js';

export function findSurrounded(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { kind, pattern, accepts } of forms) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const secret = match[1] ?? '';
      const end = pattern.lastIndex;
      const start = end - secret.length;
      if (!isPlaceholder(secret) && accepts(secret, text.slice(match.index, start)))
        findings.push({ start, end, kind });
    }
  }
  return findings;
}

interface Form {
  readonly kind: string;
  /** The capture is the secret, and the match ends with it. */
  readonly pattern: RegExp;
  /** An additional condition on the secret and the text matched before it. */
  readonly accepts: (secret: string, before: string) => boolean;
}

const always = () => true;
const quotes = '[\\\\"\'`\\])]{0,6}';

/** Each pattern starts with a rare character, and looks back from it. */
const forms: readonly Form[] = [
  {
    kind: 'url-password',
    // A redacted value contains a colon, but is not a user with a password.
    pattern: /:\/\/(?:(?!\[redacted:)[^\s:@/?#"'`<>\\]{0,256}:)?([^\s/?#"'`<>\\]{1,512})(?=@)/g,
    // A user without a password may be a token.
    accepts: (secret, before) => before !== '://' || looksRandom(secret),
  },
  {
    kind: 'password',
    pattern:
      /-(?<![\w-]-)-?(?:u|U|user|proxy-user)(?:[ =]|\\{0,3}["'], ?)?\\{0,3}["']?[^\s:"'\\/=]{1,128}:(?!\/\/)([^\s"'\\]{3,512})/g,
    accepts: (secret) => !/^\d+$/.test(secret),
  },
  { kind: 'password', pattern: /-p(?<=sshpass -p) ?\\{0,3}["']?([^\s"'\\]{3,512})/g, accepts: always },
  {
    kind: 'password',
    pattern: /-p(?<=\bmysql(?:dump|admin)?[^\n|;&]{0,120} -p)\\{0,3}["']?([^\s"'\\]{3,512})/g,
    accepts: always,
  },
  {
    kind: 'authorization',
    pattern: new RegExp(
      `z(?<=authoriz)ation${quotes}\\s{0,3}[:=,]\\s{0,3}${quotes}(?:[a-z\\d-]{3,20}(?:[ +]|%20){1,3})?([^\\s"'\`\\\\,;<>]{4,})`,
      'gi',
    ),
    accepts: (secret, before) =>
      /(?:bearer|basic|token|digest|apikey|negotiate)(?:[ +]|%20)+$/i.test(before) || looksRandom(secret),
  },
  {
    kind: 'authorization',
    pattern: /b(?:earer|asic)(?: |%20){1,3}([\w.~+/=-]{12,})/gi,
    accepts: looksRandom,
  },
  {
    kind: 'cookie',
    pattern: new RegExp(
      `k(?<=cook)ie${quotes}[ \\t]{0,3}[:=, ][ \\t]{0,3}${quotes}([\\w.%-]{1,64}=[^\\s"'\\\\;,<>$({\`][^"'\\\\\\n<>\`]*)`,
      'gi',
    ),
    accepts: always,
  },
  { kind: 'cookie', pattern: / -b ["']([\w.-]{1,64}=[^"'\\\n$]{4,})/g, accepts: always },
  {
    kind: 'signed-url',
    pattern: /[?&;6](?:sig|Signature|X-Amz-Signature|X-Goog-Signature)=([\w%+/=.~-]{16,})/g,
    accepts: always,
  },
  {
    kind: 'webhook',
    pattern: /k(?<=\/\/hook|\/webhook)s(?:\.slack\.com\/[a-z]{1,20}|\/\d{10,24})\/([\w/-]{16,})/g,
    accepts: always,
  },
  {
    kind: 'password',
    pattern: /w(?<=login\s{1,4}\S{1,128}\s{1,4}passw)ord\s{1,4}([^\s"'\\]{1,512})/g,
    accepts: always,
  },
];

/*
 * Decides whether a variable, key, flag or header is named like a secret. The last word decides: `db_password` is a
 * secret, `password_policy` and `secret_name` are not.
 */

/** A `plain` name has other uses too (`token`, `auth`), so its value must also look like a secret. */
export type SecretName = 'certain' | 'plain';

export function secretName(name: string): SecretName | undefined {
  if (!anySecretWord.test(name)) return undefined;
  const words = wordsOf(name);
  while (words.length > 1 && qualifiers.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (certainEnd.test(last)) return 'certain';
  if (last === 'key') {
    const isCertain = keyOwners.has(before) || (isUpperCase(name) && before !== '' && !openKeys.has(before));
    return isCertain ? 'certain' : undefined;
  }
  return plainEnd.test(last) && !openTokens.has(before) ? 'plain' : undefined;
}

export function isSecretName(name: string): boolean {
  return secretName(name) !== undefined;
}

const anySecretWord = /pass|pwd|secret|token|cred|key|auth|cookie|jwt/i;
const certainEnd =
  /(?:password|passwort|passwd|passphrase|passcode|secret|apikey)s?$|^pwd$|(?:access|private|secret)key$/;
const plainEnd = /token$|^(?:pass|o?auth|creds?|credentials?|cookie|jwt)$/;

/** Words that may follow the deciding word. */
const qualifiers = new Set(
  'value text string plain plaintext raw old new current prod production dev test staging live default confirm confirmation'.split(
    ' ',
  ),
);
/** Words before `key` that make it a secret. */
const keyOwners = new Set(
  'api secret private access encryption signing master account auth service subscription shared license admin'.split(
    ' ',
  ),
);
const openKeys = new Set('public primary foreign sort partition cache object index hot row'.split(' '));
/** Words before `token` that make it a token of a language or a list. */
const openTokens = new Set(
  'next page continuation sync cancellation cancel max min total eos bos pad unk sep cls mask stop special start end'.split(
    ' ',
  ),
);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function isUpperCase(name: string): boolean {
  return name === name.toUpperCase();
}

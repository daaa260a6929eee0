/*
 * Whether a variable, key, flag or header is named like something that holds a secret. The last word decides:
 * `db_password` holds one, `password_policy` and `secret_name` do not.
 */

/** A `plain` name is used for much else too (`token`, `auth`), so what it holds must look like a secret as well. */
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

/** Words after the one that decides. */
const qualifiers = new Set(
  'value text string plain plaintext raw old new current prod production dev test staging live default confirm confirmation'.split(
    ' ',
  ),
);
/** What a key belongs to, if it is a secret one. */
const keyOwners = new Set(
  'api secret private access encryption signing master account auth service subscription shared license admin'.split(
    ' ',
  ),
);
const openKeys = new Set('public primary foreign sort partition cache object index hot row'.split(' '));
/** Tokens of a language or a list. */
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

/*
 * Decides whether a variable, key, flag or header is named like a secret. The last word decides: `db_password` is a
 * secret, `password_policy` and `secret_name` are not.
 */

/**
 * A `plain` name has other uses too (`token`, `auth`), so its value must also look like a secret. A `weak` one has more other
 * uses than this one (`session`, `write_key`): only a long random value is a secret.
 */
export type SecretName = 'certain' | 'plain' | 'weak';

export function secretName(name: string): SecretName | undefined {
  const known = knownNames.get(name);
  if (known !== undefined) return known === 'none' ? undefined : known;
  const kind = judge(name);
  if (knownNames.size < maxKnownNames) knownNames.set(name, kind ?? 'none');
  return kind;
}

/** Whether the name alone tells that the value is a secret. */
export function isSecretName(name: string): boolean {
  const kind = secretName(name);
  return kind !== undefined && kind !== 'weak';
}

/** The same few names occur again and again, and judging them costs more than finding them. */
const knownNames = new Map<string, SecretName | 'none'>();
const maxKnownNames = 5_000;

function judge(name: string): SecretName | undefined {
  // `--no-password` has no value.
  if (!anySecretWord.test(name) || name.startsWith('--no-')) return undefined;
  if (name.startsWith('TF_TOKEN_') || name.endsWith('client-key-data')) return 'certain';
  const words = wordsOf(name);
  while (words.length > 1 && qualifiers.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  // `PublicKeyToken` is a hash of what everybody may know.
  if (words.includes('public') && !words.includes('secret')) return undefined;
  // The name of an object that has the secret: `auth.existingSecret=shop-auth`.
  if (last === 'secret' && secretObjects.has(before)) return undefined;
  if (certainEnd.test(last)) return 'certain';
  if (last === 'key') {
    if (keyOwners.has(before)) return 'certain';
    // The header of a service: `Fastly-Key`.
    if (/^[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*-Key$/.test(name) && !openKeys.has(before)) return 'plain';
    if (isUpperCase(name) && before !== '' && !openKeys.has(before)) return 'plain';
    return weakOwners.has(before) || (words[0] === 'x' && !openKeys.has(before)) ? 'weak' : undefined;
  }
  if (last === 'id' && before === 'secret') return 'weak';
  if (last === 'session') return words.length > 1 ? 'weak' : undefined;
  if (last === 'pk' || last === 'sk') return isUpperCase(name) ? 'weak' : undefined;
  if (last === 'pepper') return 'plain';
  if (last === 'salt') return isUpperCase(name) && before !== '' ? 'plain' : undefined;
  if (last === 'phrase') return phraseOwners.has(before) ? 'certain' : undefined;
  if (last === 'pass' && passOwners.has(before)) return 'certain';
  if (isUpperCase(name) && /.pass$/.test(last) && !/(?:ask|by|com|over|under|sur|tres)pass$/.test(last))
    return 'certain';
  if (last === 'pat') return patOwners.has(words[0] ?? '') || patOwners.has(before) ? 'plain' : undefined;
  return plainEnd.test(last) && !openTokens.has(before) ? 'plain' : undefined;
}

const anySecretWord =
  /pass|pwd|secret|token|cred|key|auth|cookie|jwt|psk|_pat|_pk$|_sk$|_session$|pepper$|mdp|kennwort|wachtwoord|contrase|senha|phrase|mnemonic|salt|pw$/i;
const certainEnd =
  /(?:pass?wor[dt]|passwd|passphrase|passcode|kennwort|wachtwoord|contrasena|motdepasse|secret|apikey|apisecret)s?$|^(?:pwd|pw|psk|mdp|senha)$|(?:access|private|secret|auth|master|account|preshared)key$|storepass$|keypass$/;
const plainEnd = /token$|^(?:pass|o?auth|creds?|credentials?|cookie|jwt|mnemonic)$/;

/** Words that may follow the deciding word. */
const qualifiers = new Set(
  'value text string plain plaintext raw old new current prod production dev test staging live default confirm confirmation base part half piece chunk'.split(
    ' ',
  ),
);
/** Words before `key` that make it a secret. */
const keyOwners = new Set(
  'api secret private access encryption signing master account auth service subscription shared preshared license admin deploy webhook jwt hmac aes wallet unseal recovery'.split(
    ' ',
  ),
);
/** Words before `key` that make it one of many keys. */
const weakOwners = new Set(
  'functions application app client server write ingest ingestion integration partner merchant developer agent device crypto cipher decryption sdk tunnel activation registration connection'.split(
    ' ',
  ),
);
const openKeys = new Set(
  'public primary foreign sort partition cache object index hot row host ssh gpg pgp idempotency routing group natural map dedup deduplication lookup kms socket surrogate websocket request forwarded instrumentation measurement'.split(
    ' ',
  ),
);
const phraseOwners = new Set(['seed', 'recovery', 'backup']);
const secretObjects = new Set(['existing', 'pull', 'image', 'tls', 'arn']);
/** Words before `pass` that make it a password. */
const passOwners = new Set(
  'db database become sudo ssh root admin user mail smtp imap ftp proxy redis mysql pg postgres mongo rabbitmq vault key store http basic git svn wifi bind ldap keystore truststore cert pfx vpn email login service client server sql oracle web jenkins nexus registry docker mqtt broker kafka elastic grafana keycloak sonar artifactory maven ossrh signing alias'.split(
    ' ',
  ),
);
/** Words in names of personal access tokens; `PAT` is also short for a pattern. */
const patOwners = new Set(
  'git github gitlab azure devops ado bitbucket docker ghcr cr ext repo access databricks snowflake airtable figma'.split(
    ' ',
  ),
);
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

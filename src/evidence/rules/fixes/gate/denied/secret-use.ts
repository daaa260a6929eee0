/*
 * Commands that read, set or pass a secret: tokens and passwords as arguments or variables, files with keys and logins.
 */

import { privateLocationIn } from '../../../../../scan/families/commands/locations.js';
import { findSecrets } from '../../../../../scan/secrets/find.js';
import { isSecretName } from '../../../../../scan/secrets/secret-name.js';
import type { Command } from '../../../attempts/attempt.js';

export function touchesSecrets({ text, words, environment, subcommand }: Command): boolean {
  const line = text.slice(0, 4_000);
  if ([...subcommand, ...words].some((word) => showsSecret.test(word))) return true;
  if (line.includes('[redacted:') || findSecrets(line).length > 0) return true;
  const location = privateLocationIn(line);
  if (location !== undefined && !location.isOrdinary) return true;
  if (secretFiles.test(line) || secretSettings.test(line)) return true;
  if (environment.some((word) => isSecretName(word.split('=', 1)[0] ?? '') && !/=["']?$/.test(word)))
    return true;
  return words.some((word, index) => {
    const [name = '', value] = word.replace(/^--?/, '').split('=', 2);
    if (!isSecretName(name)) return false;
    return value !== undefined || (word.startsWith('-') && words[index + 1] !== undefined);
  });
}

/** `gh auth token`, `gcloud auth print-access-token`, `aws secretsmanager get-secret-value`. */
const showsSecret =
  /^(?:(?:print|get|show|reveal|export|create|generate|read|dump)-)?(?:[a-z]+-){0,2}(?:tokens?|secrets?|passwords?|credentials?|private-key|secret-value|api-keys?)$/i;

/** `-backend-config="token=..."`, `create user ... password '...'`. */
const secretSettings =
  /[\w-]{0,40}(?:token|passw(?:or)?d|secret|api[-_]?key|access[-_]?key)\s{0,4}=\s{0,4}[^\s=]|\bpassword\s{1,4}['"]|--key-file\b|~\/\.(?:ssh|aws|gnupg|kube|docker|config\/(?:gh|gcloud))\b/i;

const secretFiles =
  /(?:\.pem|\.p12|\.pfx|\.key|\.keystore|\.jks|credentials(?:\.json)?|service[-_]?account[\w-]{0,30}\.json|secrets?\.(?:ya?ml|json|env|toml))\b|\.(?:npmrc|netrc|pypirc)\b|(?:^|[\s;&|])(?:printenv|gpg|security find|pass show|op read|vault (?:kv )?(?:get|read))\b/;

/*
 * Finds secrets in statements of SQL, in files that list logins and in the configuration of clusters, where no name is
 * beside the value.
 */

import type { Finding } from '../find.js';
import { secretName } from '../secret-name.js';
import { isPasswordLike, isPlaceholder } from '../secret-value.js';
import { type Sign, signs } from '../sign.js';
import { type Form, once, secretAt } from './form.js';

export function dataFileSigns(): readonly Sign[] {
  return [
    ...signs(':543|:*:', (text, at) => secretAt(text, at, loginForms())),
    ...signs('identified|password(|password (|machine |default login', (text, at) =>
      secretAt(text, at, statementForms()),
    ),
    ...signs('insert into', insertedSecret),
    ...signs(':$1$|:$2a|:$2b|:$2y|:$5$|:$6$|:$y$|:$apr|:$argon', (text, at) =>
      secretAt(text, at, hashForms()),
    ),
  ];
}

/** A line of .pgpass: host:port:database:user:password. */
const loginForms = once((): readonly Form[] => [
  {
    kind: 'password',
    pattern:
      /(?<=(?:^|\n|\\n|")[\w.*-]{1,120}):(?:\d{4,5}|\*)(?<=[A-Za-z*\d][\w.-]{0,120}:[\d*]{1,5}):[\w*.-]{1,64}:[\w*.-]{1,64}:([^\s:"]{4,256}?)(?=\r?\n|\\n|"|$)/dy,
  },
]);

/** A line of /etc/shadow or .htpasswd: such a hash can be guessed. */
const hashForms = once((): readonly Form[] => [
  {
    kind: 'password',
    mayBeReference: true,
    pattern:
      /:(?<=(?:^|\n|\\n|["' ])[\w.-]{1,40}:)(\$(?:1|2[aby]|5|6|y|apr1|argon2id?)\$[\w./$=,+-]{20,200})/dy,
  },
]);

/** At `insert into`: the value of the column that is named like a secret. */
function insertedSecret(text: string, at: number): Finding | undefined {
  insertion.lastIndex = at;
  const match = insertion.exec(text);
  const column = (match?.[1] ?? '').split(',').findIndex((name) => secretName(name.trim()) === 'certain');
  if (column < 0) return undefined;
  literal.lastIndex = match?.indices?.[2]?.[0] ?? 0;
  for (let index = 0; index < column; index += 1) if (!literal.test(text)) return undefined;
  const [start, end] = literal.exec(text)?.indices?.[1] ?? [0, 0];
  const value = text.slice(start, end);
  return value.length >= 4 && !isPlaceholder(value) ? { start, end, kind: 'password' } : undefined;
}

const insertion = /insert into [^(\n]{1,80}\(([^()]{1,400})\)\s{1,20}values\s{0,20}\(([^)]{1,2000})/diy;
/** One value of a row. Only a quoted one has a capture. */
const literal = /\s{0,20}(?:'([^'\n]{0,256})'|[^,')\s]{1,80})\s{0,20}[,)]/dy;

/** Statements of SQL, and the lines of .netrc. */
const statementForms = once((): readonly Form[] => [
  {
    kind: 'password',
    pattern:
      /identified(?<=\b(?:user|role|grant|login)\b[^\n;]{0,200}identified)(?: with ["'\w]{1,40})? (?:by|as) (?:password )?\\{0,3}["']([^\s"'`;\\]{3,256})/diy,
  },
  {
    kind: 'password',
    pattern: /IDENTIFIED(?: WITH \w{1,40})? BY ([^\s"'`;\\]{3,256})/dy,
    accepts: isPasswordLike,
  },
  { kind: 'password', pattern: /password ?\(\\{0,3}['"]([^'"\\\s]{3,256})(?=\\{0,3}['"]\))/diy },
  {
    kind: 'password',
    pattern:
      /(?:machine\s{1,4}\S{1,128}|default)\s{1,4}login\s{1,4}\S{1,128}\s{1,4}password\s{1,4}([^\s"'\\]{1,512})/dy,
  },
]);

/** The values of a Kubernetes secret, whatever their keys are. */
export function findClusterSecrets(text: string): readonly Finding[] {
  if (!clusterSecret.test(text)) return [];
  const findings: Finding[] = [];
  dataBlock.lastIndex = 0;
  while (dataBlock.test(text)) {
    entry.lastIndex = dataBlock.lastIndex;
    for (let found = entry.exec(text); found !== null; found = entry.exec(text)) {
      const value = found[1] ?? '';
      const end = entry.lastIndex;
      if (!isPlaceholder(value)) findings.push({ start: end - value.length, end, kind: 'secret' });
    }
  }
  return findings;
}

const clusterSecret = /kind\\{0,3}["']?: {0,4}\\{0,3}["']?Secret(?![\w-])/;
const dataBlock = /\b(?:data|stringData)\\{0,3}["']?:[ \t]{0,4}(?:\{|(?=\r?\n|\\n))/g;
/** One entry of YAML or JSON. The match ends with the value. */
const entry =
  /\\{0,3}["']?,?[ \t\r]{0,4}(?:\n|\\n)?[ \t]{0,16}\\{0,3}["']?[\w.-]{1,80}\\{0,3}["']?:[ \t]{0,4}\\{0,3}["']?([^\s"'#{},\\]{4,4000})/y;

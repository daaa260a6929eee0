/*
 * Finds keys and passwords in the package: in its texts, and as files for storing keys. A finding never shows the secret
 * itself, because reports are stored and shared.
 */

import type { Confidence, ScanFinding } from '../findings/finding.js';
import type { FamilyScanner, ScanRule } from '../findings/rule.js';
import { lineIndexAt } from '../package/lines.js';
import type { PreparedFile } from '../package/prepare.js';
import { findSecrets } from '../secrets/find.js';
import { redacted } from '../secrets/replace.js';

const rules = {
  privateKey: {
    id: 'secrets/private-key',
    family: 'secrets',
    title: 'A private key',
    severity: 'high',
    why: 'Anybody with the package has the key, and can sign or log in as its owner.',
    instead: 'Revoke the key, and name the file or variable where users keep their own.',
  },
  serviceKey: {
    id: 'secrets/service-key',
    family: 'secrets',
    title: 'A service key',
    severity: 'high',
    why: 'Anybody with the package can use the account, and its owner sees what the agent stores there.',
    instead: 'Revoke the key, and read the user’s own key from an environment variable.',
  },
  password: {
    id: 'secrets/password',
    family: 'secrets',
    title: 'A password or token',
    severity: 'medium',
    why: 'Anybody with the package can log in with it.',
    instead: 'Change it, and read the user’s own from an environment variable.',
  },
  keyStore: {
    id: 'secrets/key-store',
    family: 'secrets',
    title: 'A file for storing keys',
    severity: 'medium',
    why: 'Such a file is rarely published on purpose, and its content is worth stealing.',
    instead: 'Leave it out, and explain how users create their own.',
  },
} satisfies Record<string, ScanRule>;

export const secretsScanner: FamilyScanner = {
  rules: Object.values(rules),
  scan: ({ files }) => files.flatMap((file) => [...inText(file), ...asFile(file)]),
};

function inText(file: PreparedFile): readonly ScanFinding[] {
  const { path, text, starts } = file;
  const findings: ScanFinding[] = [];
  let previousEnd = 0;
  for (const { start, end, kind } of findSecrets(text)) {
    // The part of the line after the previous secret.
    const before = text.slice(Math.max(start - 60, previousEnd), start);
    previousEnd = end;
    if (isExample(text.slice(start, end))) continue;
    const rule = ruleOf(kind);
    const confidence = confidenceOf(rule, file);
    const severity = confidence === 'low' ? 'low' : rule.severity;
    const excerpt = (before.split(/[\r\n]/).at(-1) ?? '') + redacted(kind);
    findings.push({
      rule: rule.id,
      severity,
      confidence,
      file: path,
      line: lineIndexAt(starts, start) + 1,
      excerpt,
      why: `The text contains a secret (${kind}).`,
    });
  }
  return findings;
}

function ruleOf(kind: string): ScanRule {
  if (kind === 'private-key') return rules.privateKey;
  return knownByWordsBeside.has(kind) ? rules.password : rules.serviceKey;
}

/** Kinds that only the words beside them reveal; documents are full of such words. */
const knownByWordsBeside = new Set(
  'secret password url-password authorization cookie signed-url webhook jwt'.split(' '),
);

function confidenceOf(rule: ScanRule, { content }: PreparedFile): Confidence {
  if (rule !== rules.password) return content === 'markdown' ? 'medium' : 'high';
  return content === 'markdown' ? 'low' : 'medium';
}

function asFile(file: PreparedFile): readonly ScanFinding[] {
  const kind = file.kind === 'file' ? keyStoreKind(file) : undefined;
  if (kind === undefined) return [];
  const { path } = file;
  const { id, severity } = rules.keyStore;
  return [{ rule: id, severity, confidence: 'high', file: path, excerpt: path, why: `The file is ${kind}.` }];
}

/** What kind of key store a file is, by its name, and by its content where the name is not enough. Ends "The file is ...". */
function keyStoreKind({ path, text }: Pick<PreparedFile, 'path' | 'text'>): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/\.(?:p12|pfx|jks|keystore|kdbx?|ppk|ovpn)$/i.test(name)) return 'a key store';
  if (/^id_(?:rsa|dsa|ecdsa|ed25519)$/.test(name)) return 'a private SSH key';
  if (/\.(?:pem|key)$/i.test(name) && text.includes('PRIVATE KEY')) return 'a private key';
  if (/^\.env(?:\.|$)/.test(name) && !/example|sample|template|dist|test/i.test(name))
    return hasSetValue(
      text,
      /^(?:export )?\w{1,80}(?:KEY|TOKEN|SECRET|PASS(?:WORD)?|CREDENTIALS?)=(.{0,400})$/gim,
    )
      ? 'an environment file with credentials'
      : undefined;
  if (/(?:^|\/)\.aws\/credentials$/.test(path)) return 'the credentials of a cloud account';
  if (
    /\.json$/i.test(name) &&
    /"type"\s{0,8}:\s{0,8}"service_account"/.test(text) &&
    text.includes('PRIVATE KEY')
  )
    return 'the key of a service account';
  if (name === '.npmrc' && hasSetValue(text, /_authToken=(.{0,400})$/gm)) return 'a login to a registry';
  if (/^[._]netrc$/.test(name) && hasSetValue(text, /\bpassword\s{1,8}(\S{1,400})/g))
    return 'a list of logins';
  if (name === '.pypirc' && hasSetValue(text, /^password\s{0,8}[=:](.{0,400})$/gm))
    return 'a login to a registry';
  return undefined;
}

function hasSetValue(text: string, assignment: RegExp): boolean {
  return [...text.matchAll(assignment)].some(({ 1: value = '' }) => {
    const bare = value.trim().replace(/^["']|["']$/g, '');
    return bare.length >= 6 && !/^[$<{]/.test(bare) && !isExample(bare);
  });
}

/** Documentation shows the format of a secret with words, repeated characters or the alphabet. */
function isExample(secret: string): boolean {
  if (secret.startsWith('-----BEGIN')) return isKeyExample(secret);
  const start = secret.slice(0, 4_000);
  return words.test(start) || runs.test(start) || isMonotonous(start);
}

/** A real key has many different characters; an example is short, or says what it is. */
function isKeyExample(key: string): boolean {
  const lines = key.slice(0, 10_000).replace(/-----[^-]*-----/g, '');
  return lines.length < 40 || /\.{3}|…|<|example|redacted|your[ _-]/i.test(lines) || isMonotonous(lines);
}

const words =
  /example|sample|dummy|fake|placeholder|your[-_ ]?|replace|change[-_]?me|redacted|insert|here\b|test[-_]?(?:key|token|secret)|\btodo\b|hunter2|correct[- ]horse|secret123|pass(?:word)?[-_]?123|my[-_]?(?:secret|password|token|key)|<[^>]*>|\.{3}|…/i;

/** Sequences, or one character repeated. */
const runs = /(.)\1{4}|0?123456|abcdef|qwerty|deadbeef|cafebabe/i;

/** Long, with few different characters. */
function isMonotonous(secret: string): boolean {
  return secret.length >= 16 && new Set(secret).size < 7;
}

/*
 * Keys and passwords in the package: in its texts, and as files that are made to hold them. What a finding shows never
 * holds the secret itself, as reports are kept and passed on.
 */

import { findSecrets } from '../../secrets/find.js';
import { redacted } from '../../secrets/redact.js';
import type { Confidence, ScanFinding } from '../finding.js';
import { lineIndexAt } from '../lines.js';
import type { PreparedFile } from '../prepare.js';
import type { FamilyScanner, ScanRule } from '../rule.js';
import { isExample } from './example.js';
import { keyStoreKind } from './key-store.js';

const rules = {
  privateKey: {
    id: 'secrets/private-key',
    family: 'secrets',
    title: 'A private key',
    severity: 'high',
    why: 'Whoever has the package has the key, and can sign or log in as its owner.',
    instead: 'Revoke the key, and name the file or variable that the user keeps theirs in.',
  },
  serviceKey: {
    id: 'secrets/service-key',
    family: 'secrets',
    title: 'A key of a service',
    severity: 'high',
    why: 'Whoever has the package can use the account; what the agent stores there is in the hands of its owner.',
    instead: 'Revoke the key, and read the key of the user from an environment variable.',
  },
  password: {
    id: 'secrets/password',
    family: 'secrets',
    title: 'A password or token',
    severity: 'medium',
    why: 'Whoever has the package can log in with it.',
    instead: 'Change it, and read that of the user from an environment variable.',
  },
  keyStore: {
    id: 'secrets/key-store',
    family: 'secrets',
    title: 'A file made to hold keys',
    severity: 'medium',
    why: 'Such a file is rarely published on purpose, and what is in it is worth stealing.',
    instead: 'Leave it out, and say how users make their own.',
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
    // Of the line, what stands after the secret before this one.
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
      why: `A secret (${kind}) is written out.`,
    });
  }
  return findings;
}

function ruleOf(kind: string): ScanRule {
  if (kind === 'private-key') return rules.privateKey;
  return knownByWordsBeside.has(kind) ? rules.password : rules.serviceKey;
}

/** Only the words beside them give these away, and documents are full of such words. */
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

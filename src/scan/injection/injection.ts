/*
 * Orders to the agent against its user, in every text file of a package. What is only spoken of, as security skills
 * do, is at most worth a look; what is forbidden is no finding.
 */

import { type ScanFinding, scanSeverities } from '../finding.js';
import { visibleText } from '../hidden/shown.js';
import type { PreparedFile } from '../prepare.js';
import type { FamilyScanner } from '../rule.js';
import { exfiltratingLinks } from './link-exfiltration.js';
import { type Order, ordersIn } from './orders.js';
import { type Reading, readPassages } from './reading.js';
import { injectionRules } from './rules.js';
import { type OrderStatus, orderStatusOf } from './standing.js';

export const injectionScanner: FamilyScanner = {
  rules: Object.values(injectionRules),
  scan: ({ files }) => files.flatMap(scanFile),
};

function scanFile(file: PreparedFile): readonly ScanFinding[] {
  if (file.text === '') return [];
  const reading = readPassages(file);
  const links = exfiltratingLinks(reading.text).map(
    (link): Order => ({ rule: 'link-exfiltration', ...link }),
  );
  const findings = new Map<string, ScanFinding>();
  for (const order of [...ordersIn(reading.text), ...links]) {
    const finding = findingOf(file, reading, order);
    if (!finding) continue;
    // One per rule and line: several wordings may see the same order.
    const key = `${finding.rule}:${finding.line}`;
    const known = findings.get(key);
    if (!known || rank(finding) > rank(known)) findings.set(key, finding);
  }
  return [...findings.values()].sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

function rank({ severity }: ScanFinding): number {
  return scanSeverities.indexOf(severity);
}

function findingOf(file: PreparedFile, reading: Reading, order: Order): ScanFinding | undefined {
  const { text, settings } = reading;
  const index = reading.lineIndexAt(order.start);
  const setting = settings[index];
  const standing = setting ? orderStatusOf(text, order.start, order.end, setting) : 'given';
  if (standing === 'forbidden') return undefined;
  const { id, why } = injectionRules[order.rule];
  return {
    rule: id,
    severity: standing === 'given' ? order.severity : loweredSeverity(order),
    confidence: confidences[standing],
    file: file.path,
    line: index + 1,
    excerpt: visibleText(sentenceAround(text, order)),
    why: standing === 'given' ? why : `${why} Here it seems to be cited rather than ordered.`,
  };
}

const confidences = { given: 'high', cited: 'low', forbidden: 'low' } as const satisfies Record<
  OrderStatus,
  string
>;

/** Chat tags and plain autonomy are so common in examples that a cited one is not worth a look. */
function loweredSeverity({ rule, severity }: Order): ScanFinding['severity'] {
  return rule === 'role-tag' || severity === 'medium' ? 'low' : 'medium';
}

const contextLength = 60;

function sentenceAround(text: string, { start, end }: Order): string {
  const before = text.slice(Math.max(0, start - contextLength), start);
  const after = text.slice(end, end + contextLength);
  return `${before.slice(before.lastIndexOf('\n') + 1)}${text.slice(start, end)}${after.split('\n', 1)[0]}`;
}

/*
 * What a registry knows about a version that its bytes do not show: what the version before contained, who else published
 * the same text, and how close the name is to one that people use. The findings are stored with those of the scanner, so
 * the answer to a publish, the page of the version and clients show them alike.
 */

import { scanRules } from '../../scan/families.js';

/** As it is stored with a version. */
export interface ReputationFinding {
  readonly rule: string;
  readonly severity: 'medium' | 'high';
  readonly confidence: 'medium';
  readonly file: string;
  readonly line: null;
  readonly excerpt: string;
  readonly why: string;
}

export interface ReputationFacts {
  readonly slug: string;
  readonly publisher: string;
  /** The scanner's findings in the new version. */
  readonly findings: readonly ScannedRule[];
  /** The newest version before this one, if any. */
  readonly before: { readonly version: string; readonly findings: readonly ScannedRule[] } | undefined;
  /** Whether the publisher has published anything else in this tenant. */
  readonly isKnownPublisher: boolean;
  /** Other items with the same text, apart from their names and headings. */
  readonly copies: readonly { readonly slug: string; readonly publisher: string }[];
  /** Items of others whose names are easily mistaken for this one, and how often they were used. */
  readonly similar: readonly { readonly slug: string; readonly useCount: number }[];
}

interface ScannedRule {
  readonly rule: string;
  readonly severity: string;
}

/** From this number of uses on, a name is worth imitating. */
const popularUses = 10;
/** From this number on, the same text under other names or accounts is a campaign rather than a copy. */
const manyCopies = 3;

export function reputationOf(facts: ReputationFacts): readonly ReputationFinding[] {
  return [...addedSinks(facts), ...copiedText(facts), ...nearPopularName(facts), ...firstPayload(facts)];
}

/** A version that does what the one before did not: people who trusted the one before did not agree to this. */
function addedSinks({ before, findings }: ReputationFacts): readonly ReputationFinding[] {
  if (before === undefined) return [];
  const known = new Set(before.findings.map(({ rule }) => rule));
  const added = unique(findings.filter(isPayload).map(({ rule }) => rule)).filter((rule) => !known.has(rule));
  return added.length === 0
    ? []
    : [
        finding('reputation/added-sink', 'high', {
          excerpt: titles(added),
          why: `Version ${before.version} did not do this. Read what changed before you update.`,
        }),
      ];
}

function copiedText({ copies, publisher }: ReputationFacts): readonly ReputationFinding[] {
  const names = unique(copies.map(({ slug }) => slug));
  const others = unique(copies.map((copy) => copy.publisher)).filter((other) => other !== publisher);
  const isMany = names.length >= manyCopies || others.length >= manyCopies;
  if (!isMany && others.length === 0) return [];
  const excerpt = names.slice(0, 5).join(', ');
  const why = isMany
    ? `The same text is published under ${names.length} other ${names.length === 1 ? 'name' : 'names'}.`
    : 'Somebody else published the same text before, under another name.';
  return [finding('reputation/same-text', isMany ? 'high' : 'medium', { excerpt, why })];
}

function nearPopularName({ slug, similar }: ReputationFacts): readonly ReputationFinding[] {
  return similar
    .filter(({ useCount }) => useCount >= popularUses)
    .slice(0, 1)
    .map(({ slug: other }) =>
      finding('reputation/near-popular-name', 'medium', {
        excerpt: slug,
        why: `"${slug}" is easily mistaken for "${other}", which is in use and belongs to somebody else.`,
      }),
    );
}

/** Campaigns start with new accounts whose first version already has the payload. */
function firstPayload({ before, findings, isKnownPublisher }: ReputationFacts): readonly ReputationFinding[] {
  const payload = unique(findings.filter(isPayload).map(({ rule }) => rule));
  if (before !== undefined || isKnownPublisher || payload.length === 0) return [];
  return [
    finding('reputation/first-version', 'high', {
      excerpt: titles(payload),
      why: 'This is the first thing that its publisher publishes here, and it already does this.',
    }),
  ];
}

/** Findings about something that runs, is sent, stays or is hidden, and that are worth a review at least. */
function isPayload({ rule, severity }: ScannedRule): boolean {
  return (
    severity !== 'info' &&
    severity !== 'low' &&
    (/^(?:exfiltration|execution|persistence|hidden)\//.test(rule) ||
      rule === 'injection/collect-and-send' ||
      rule === 'injection/link-exfiltration' ||
      rule === 'injection/remote-orders')
  );
}

/** What the rules find, in words, each with its id. */
function titles(rules: readonly string[]): string {
  return rules
    .map((rule) => `${scanRules.find(({ id }) => id === rule)?.title ?? rule} (${rule})`)
    .join('; ');
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}

function finding(
  rule: string,
  severity: ReputationFinding['severity'],
  { excerpt, why }: { readonly excerpt: string; readonly why: string },
): ReputationFinding {
  return { rule, severity, confidence: 'medium', file: 'SKILL.md', line: null, excerpt, why };
}

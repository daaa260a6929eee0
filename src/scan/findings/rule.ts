/*
 * A rule is a record from which help, documentation and reports are generated, and to which findings refer. A family is
 * a function from the prepared package to findings; a rule is one thing that a family can find.
 */

import type { PreparedPackage, ScannedFile } from '../package/prepare.js';
import type { ScanFinding, ScanSeverity } from './finding.js';

export interface ScanRule {
  /** `family/what`. Released ids never change, because users suppress rules by id. */
  readonly id: string;
  readonly family: RuleFamily;
  /** What was found, in a few words. */
  readonly title: string;
  /** The default severity; the context can make a finding less severe. */
  readonly severity: ScanSeverity;
  /** Why this is a risk, in one or two sentences. */
  readonly why: string;
  /** What an honest author does instead. */
  readonly instead: string;
}

export const ruleFamilies = {
  injection: 'Instructions to the agent against its user',
  hidden: 'Text that people do not see',
  execution: 'Running downloads and encoded code',
  exfiltration: 'Reading private data and sending it away',
  destruction: 'Deleting and overwriting',
  persistence: 'Staying on the system and gaining rights',
  autorun: 'Running without being asked',
  deception: 'Fake prerequisites, look-alike names and false claims',
  secrets: 'Keys and passwords in the package',
  structure: 'Files that do not belong in a skill',
  declaration: 'Used but not declared',
} as const;
type RuleFamily = keyof typeof ruleFamilies;

export interface FamilyScanner {
  readonly rules: readonly ScanRule[];
  /** Pure, linear in the size of the package, and never throws. */
  scan(prepared: PreparedPackage): readonly ScanFinding[];
}

interface FileFinding {
  readonly why: string;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
  /** Defaults to the path. */
  readonly excerpt?: string;
}

/** A finding about a file as a whole. The kind of a file is certain, so the confidence is high. */
export function findingAboutFile(
  rule: ScanRule,
  { path }: Pick<ScannedFile, 'path'>,
  { why, severity = rule.severity, excerpt = path }: FileFinding,
): ScanFinding {
  return { rule: rule.id, severity, confidence: 'high', file: path, excerpt, why };
}

/*
 * What a rule is: a record that help, documentation and reports are made from, and that findings refer to. A family is
 * a function from the package, prepared once, to findings; a rule is one thing that a family can find.
 */

import type { PreparedPackage, ScannedFile } from '../package/prepare.js';
import type { ScanFinding, ScanSeverity } from './finding.js';

export interface ScanRule {
  /** `family/what`, never changed once released, as people silence it by this name. */
  readonly id: string;
  readonly family: RuleFamily;
  /** A few words. */
  readonly title: string;
  /** The usual severity; a finding may be less severe where the place makes it so. */
  readonly severity: ScanSeverity;
  /** What an attacker gains, in one or two sentences. */
  readonly why: string;
  /** What an author with an honest need does instead. */
  readonly instead: string;
}

export const ruleFamilies = {
  injection: 'Text that gives orders to the agent against its user',
  hidden: 'Text that a person does not see',
  execution: 'Downloads that are run, payloads in disguise',
  exfiltration: 'Reading what is private, and sending it away',
  destruction: 'Deleting and overwriting',
  persistence: 'Staying, and gaining rights',
  deception: 'Fake prerequisites, look-alike names, claims that do not hold',
  secrets: 'Keys and passwords in the package',
  structure: 'Files that do not belong into a skill',
  declaration: 'What is used and not declared',
} as const;
type RuleFamily = keyof typeof ruleFamilies;

export interface FamilyScanner {
  readonly rules: readonly ScanRule[];
  /** Pure, linear in the size of the package, and never throws. */
  scan(prepared: PreparedPackage): readonly ScanFinding[];
}

/*
 * A finding that is about a file as a whole: what it shows is the path.
 */

interface FileFinding {
  readonly why: string;
  /** The rule's own where it is left out. */
  readonly severity?: ScanSeverity;
  /** The path where it is left out. */
  readonly excerpt?: string;
}

/** What a file is can be seen without doubt, so the confidence is high. */
export function findingAboutFile(
  rule: ScanRule,
  { path }: Pick<ScannedFile, 'path'>,
  { why, severity = rule.severity, excerpt = path }: FileFinding,
): ScanFinding {
  return { rule: rule.id, severity, confidence: 'high', file: path, excerpt, why };
}

/*
 * What the finders of this family report: a rule at a line, how bad it is there, and what is to be seen.
 */

import type { ScanSeverity } from '../finding.js';
import type { HiddenRule } from './rules.js';

export interface RuleMatch {
  readonly rule: HiddenRule;
  /** Without it, the rule's. */
  readonly severity?: ScanSeverity;
  /** From 1. */
  readonly line: number;
  /** Not yet cut or made visible. */
  readonly excerpt: string;
  /** About this place; without it, the rule's. */
  readonly why?: string;
}

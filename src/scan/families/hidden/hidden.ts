/*
 * Finds text that people do not see, in every text file of a package. Each finder looks for one way of hiding; findings
 * show the decoded text.
 */

import { visibleText } from '../../findings/excerpt.js';
import type { ScanFinding } from '../../findings/finding.js';
import type { FamilyScanner } from '../../findings/rule.js';
import type { PreparedFile } from '../../package/prepare.js';
import { findCharacters, findMixedWords, findSmuggledText } from './characters.js';
import { findEncoded } from './encoded.js';
import { findMarks } from './marks.js';
import { findComments, findHiddenByStyle, findOutOfSight } from './out-of-sight.js';
import type { RuleMatch } from './rules.js';
import { hiddenRules } from './rules.js';

export const hiddenScanner: FamilyScanner = {
  rules: Object.values(hiddenRules),
  scan: ({ files }) => files.flatMap(scanFile),
};

const finders: readonly ((file: PreparedFile) => readonly RuleMatch[])[] = [
  findSmuggledText,
  findCharacters,
  findMixedWords,
  findComments,
  findHiddenByStyle,
  findOutOfSight,
  findEncoded,
  findMarks,
];

function scanFile(file: PreparedFile): readonly ScanFinding[] {
  if (file.text === '') return [];
  return finders
    .flatMap((find) => find(file))
    .sort((one, other) => one.line - other.line)
    .map(({ rule, severity, line, excerpt, why }) => ({
      rule: hiddenRules[rule].id,
      severity: severity ?? hiddenRules[rule].severity,
      confidence: 'high',
      file: file.path,
      line,
      excerpt: visibleText(excerpt),
      why: why ?? hiddenRules[rule].why,
    }));
}

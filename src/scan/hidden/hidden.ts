/*
 * Text that a person does not see, in every text file of a package. Each finder looks for one way of hiding; what can
 * be decoded is decoded and shown.
 */

import type { ScanFinding } from '../finding.js';
import type { PreparedFile } from '../prepare.js';
import type { FamilyScanner } from '../rule.js';
import { findSmuggledText } from './carried-messages.js';
import { findCharacters } from './characters.js';
import { findComments } from './comments.js';
import { findEncoded } from './encoded.js';
import { findMixedWords } from './mixed-words.js';
import { findOutOfSight } from './out-of-sight.js';
import { hiddenRules } from './rules.js';
import { visibleText } from './shown.js';
import type { RuleMatch } from './sighting.js';
import { findHiddenByStyle } from './styled-away.js';

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

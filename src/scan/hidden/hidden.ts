/*
 * Text that a person does not see, in every text file of a package. Each finder looks for one way of hiding; what can
 * be decoded is decoded and shown.
 */

import type { ScanFinding } from '../finding.js';
import type { PreparedFile } from '../prepare.js';
import type { FamilyScanner } from '../rule.js';
import { findCarriedMessages } from './carried-messages.js';
import { findCharacters } from './characters.js';
import { findComments } from './comments.js';
import { findEncoded } from './encoded.js';
import { findMixedWords } from './mixed-words.js';
import { findOutOfSight } from './out-of-sight.js';
import { hiddenRules } from './rules.js';
import { shown } from './shown.js';
import type { Sighting } from './sighting.js';
import { findStyledAway } from './styled-away.js';

export const hiddenScanner: FamilyScanner = {
  rules: Object.values(hiddenRules),
  scan: ({ files }) => files.flatMap(scanFile),
};

const finders: readonly ((file: PreparedFile) => readonly Sighting[])[] = [
  findCarriedMessages,
  findCharacters,
  findMixedWords,
  findComments,
  findStyledAway,
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
      excerpt: shown(excerpt),
      why: why ?? hiddenRules[rule].why,
    }));
}

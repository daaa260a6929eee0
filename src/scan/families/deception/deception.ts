/*
 * Rules against deceiving people rather than machines: fake prerequisites, look-alike names and links, and claims that
 * keep people from checking.
 */

import type { ScanFinding } from '../../findings/finding.js';
import type { FamilyScanner } from '../../findings/rule.js';
import { lineSearch } from '../../package/pattern-search.js';
import type { PreparedFile } from '../../package/prepare.js';
import { borrowedNames } from './borrowed-names.js';
import { claims } from './claims.js';
import { fakePrerequisites } from './fake-prerequisites.js';
import type { DeceptionPart } from './line-rule.js';
import { lookAlikeNames } from './look-alike-names.js';
import { misleadingLinks } from './misleading-links.js';

const parts: readonly DeceptionPart[] = [
  fakePrerequisites,
  lookAlikeNames,
  borrowedNames,
  misleadingLinks,
  claims,
];

export const deceptionScanner: FamilyScanner = {
  rules: parts.flatMap(({ rules }) => rules),
  scan: (prepared) => [
    ...prepared.files.flatMap(judgeLines),
    ...parts.flatMap(({ ofPackage }) => ofPackage?.(prepared) ?? []),
  ],
};

const judges = parts.flatMap(({ ofLines }) => ofLines);
const search = lineSearch(judges.map(({ hint }) => hint));

function judgeLines(file: PreparedFile): readonly ScanFinding[] {
  return search(file.text, file.starts).flatMap((indexes, at) =>
    indexes.length === 0 ? [] : (judges[at]?.judge(file, indexes) ?? []),
  );
}

/*
 * Links, and other things that are no plain files. A link brings what it leads to into the package, and out again when
 * the package is copied or published.
 */

import type { ScanFinding } from '../finding.js';
import type { PreparedFile } from '../prepare.js';
import type { FamilyScanner, ScanRule } from '../rule.js';
import { findingAboutFile } from './about-file.js';

const rules = {
  link: {
    id: 'structure/link',
    family: 'structure',
    title: 'A symbolic link',
    severity: 'high',
    why: 'A link that leaves the package makes the agent read, or a script overwrite, a private file of the user.',
    instead: 'Copy the file into the package.',
  },
  special: {
    id: 'structure/special-file',
    family: 'structure',
    title: 'A device, pipe or socket',
    severity: 'medium',
    why: 'Reading it may block, or reach something else than a file.',
    instead: 'Ship plain files only.',
  },
} satisfies Record<string, ScanRule>;

export const escapingLinks: FamilyScanner = {
  rules: Object.values(rules),
  scan: ({ files }) => files.flatMap(judge),
};

function judge(file: PreparedFile): readonly ScanFinding[] {
  if (file.kind === 'other') return [findingAboutFile(rules.special, file, { why: 'It is no plain file.' })];
  if (file.kind !== 'link') return [];
  const { path, target = '' } = file;
  const excerpt = `${path} -> ${target}`;
  return leavesPackage(path, target)
    ? [findingAboutFile(rules.link, file, { why: 'It leads out of the package.', excerpt })]
    : [
        findingAboutFile(rules.link, file, {
          why: 'It leads to another file of the package.',
          severity: 'low',
          excerpt,
        }),
      ];
}

function leavesPackage(path: string, target: string): boolean {
  if (target === '' || /^(?:[/\\~]|[A-Za-z]:)/.test(target)) return true;
  let depth = path.split('/').length - 1;
  for (const segment of target.split(/[/\\]/)) {
    if (segment === '..') depth -= 1;
    else if (segment !== '.' && segment !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

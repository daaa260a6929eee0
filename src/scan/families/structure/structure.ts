/*
 * Files that do not belong into a skill: what cannot be read before it runs, what is not what its name says, and what
 * lands outside the package when it is unpacked.
 */

import type { ScanFinding } from '../../findings/finding.js';
import { type FamilyScanner, findingAboutFile, type ScanRule } from '../../findings/rule.js';
import type { PreparedFile } from '../../package/prepare.js';
import { escapingLinks, unsafePaths } from './paths.js';
import { unreadable } from './unreadable.js';

/*
 * The package counted: no SKILL.md, too large to be looked at, files that may run and are no scripts.
 */

const rules = {
  noSkill: {
    id: 'structure/no-skill-file',
    family: 'structure',
    title: 'No SKILL.md',
    severity: 'low',
    why: 'Without it nobody can tell what the files are for.',
    instead: 'Add a SKILL.md that says what the skill does.',
  },
  largePackage: {
    id: 'structure/large-package',
    family: 'structure',
    title: 'A very large package',
    severity: 'medium',
    why: 'Nobody reviews so much, and something small hides well in it.',
    instead: 'Leave out what is generated or installed, such as node_modules.',
  },
  largeFile: {
    id: 'structure/large-file',
    family: 'structure',
    title: 'A file that is too large to be looked at as a whole',
    severity: 'low',
    why: 'What stands behind the part that scanners read is seen by nobody.',
    instead: 'Split it, or let the user fetch it from where it is published.',
  },
  executableBit: {
    id: 'structure/executable-bit',
    family: 'structure',
    title: 'A file that may be run and is no script',
    severity: 'info',
    why: 'A document that may be run is run by whoever calls it by its path.',
    instead: 'Take the executable bit away.',
  },
} satisfies Record<string, ScanRule>;

const inventory: FamilyScanner = {
  rules: Object.values(rules),
  scan({ files, skillFile }) {
    const findings = files.flatMap(judge);
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    if (skillFile === undefined)
      findings.push(
        findingAboutFile(rules.noSkill, { path: 'SKILL.md' }, { why: 'The package has no SKILL.md.' }),
      );
    const about = { path: skillFile?.path ?? 'SKILL.md' };
    if (files.length > packageLimits.files) {
      // What was not read may be anything, and must not pass for less than what would be found in it.
      const judgement = { severity: 'high', excerpt: `more than ${packageLimits.files} files` } as const;
      const why = `Only ${files.length} of its files were looked at.`;
      findings.push(findingAboutFile(rules.largePackage, about, { ...judgement, why }));
    } else if (sizeBytes > packageLimits.sizeBytes) {
      const excerpt = `${files.length} files, ${sizeBytes} bytes`;
      const why = 'The package is larger than a skill has reason to be.';
      findings.push(findingAboutFile(rules.largePackage, about, { why, excerpt }));
    }
    return findings;
  },
};

const packageLimits = { files: 1_000, sizeBytes: 25 * 1024 * 1024 } as const;
const fileLimitBytes = 5 * 1024 * 1024;

function judge(file: PreparedFile): ScanFinding[] {
  const findings: ScanFinding[] = [];
  if (file.kind !== 'file') return findings;
  if (file.sizeBytes > fileLimitBytes || file.sizeBytes > file.bytes.length) {
    const why = `Of ${file.sizeBytes} bytes, ${file.bytes.length} were looked at.`;
    const isText = file.content !== 'binary';
    findings.push(findingAboutFile(rules.largeFile, file, { why, severity: isText ? 'medium' : 'low' }));
  }
  if (file.isExecutable && !isScript(file))
    findings.push(
      findingAboutFile(rules.executableBit, file, { why: `It is ${file.content}, and may be run.` }),
    );
  return findings;
}

function isScript({ content, text }: PreparedFile): boolean {
  return content === 'shell' || content === 'python' || content === 'javascript' || text.startsWith('#!');
}

const parts: readonly FamilyScanner[] = [unreadable, unsafePaths, escapingLinks, inventory];

export const structureScanner: FamilyScanner = {
  rules: parts.flatMap(({ rules }) => rules),
  scan: (prepared) => parts.flatMap((part) => part.scan(prepared)),
};

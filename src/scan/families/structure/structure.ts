/*
 * Finds files that do not belong in a skill: those that nobody can read before they run, that are not what their name
 * says, or that are unpacked outside the package; and packages that are too large or have no SKILL.md.
 */

import { counted } from '../../../text/plural.js';
import type { ScanFinding } from '../../findings/finding.js';
import { type FamilyScanner, findingAboutFile, type ScanRule } from '../../findings/rule.js';
import { isCode } from '../../package/content-kind.js';
import type { PreparedFile } from '../../package/prepare.js';
import { disguisedText } from './disguised-text.js';
import { escapingLinks, unsafePaths } from './paths.js';
import { unreadable } from './unreadable.js';

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
    why: 'Nobody reviews that much, and something small is easy to hide in it.',
    instead: 'Leave out what is generated or installed, such as node_modules.',
  },
  largeFile: {
    id: 'structure/large-file',
    family: 'structure',
    title: 'A file too large to scan completely',
    severity: 'low',
    why: 'Nobody sees what comes after the part that scanners read.',
    instead: 'Split it, or let the user download it from where it is published.',
  },
  executableBit: {
    id: 'structure/executable-bit',
    family: 'structure',
    title: 'An executable file that is not a script',
    severity: 'info',
    why: 'A document that is marked as executable runs when somebody calls it by its path.',
    instead: 'Remove the executable bit.',
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
      // The unread files may contain anything, so the finding is severe.
      const judgement = { severity: 'high', excerpt: `more than ${packageLimits.files} files` } as const;
      const why = `Only ${files.length} of its files were scanned.`;
      findings.push(findingAboutFile(rules.largePackage, about, { ...judgement, why }));
    } else if (sizeBytes > packageLimits.sizeBytes) {
      const excerpt = `${counted(files.length, 'file')}, ${sizeBytes} bytes`;
      const why = 'The package is larger than a skill should be.';
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
    const why = `Only ${file.bytes.length} of ${file.sizeBytes} bytes were scanned.`;
    const isText = file.content !== 'binary';
    findings.push(findingAboutFile(rules.largeFile, file, { why, severity: isText ? 'high' : 'low' }));
  }
  if (file.isExecutable && !isScript(file))
    findings.push(
      findingAboutFile(rules.executableBit, file, { why: `The file is ${file.content}, but is executable.` }),
    );
  return findings;
}

function isScript({ content, text }: PreparedFile): boolean {
  return isCode(content) || text.startsWith('#!');
}

const parts: readonly FamilyScanner[] = [unreadable, disguisedText, unsafePaths, escapingLinks, inventory];

export const structureScanner: FamilyScanner = {
  rules: parts.flatMap(({ rules }) => rules),
  scan: (prepared) => parts.flatMap((part) => part.scan(prepared)),
};

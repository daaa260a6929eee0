/*
 * Holds the lines of a note to the scanner that judges published skills. A line with a finding is not written, and a note
 * that makes the verdict of its whole skill worse is refused with the finding as the reason.
 */

import { type ReportedFinding, verdicts } from '../../../scan/findings/finding.js';
import { scanFiles } from '../../../scan/scan-files.js';

export interface FileToScan {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** The text of the note alone, so that a bad skill around it hides nothing. */
export function noteFinding(text: string): ReportedFinding | undefined {
  const bytes = new TextEncoder().encode(`${frontmatter}\n${text}\n`);
  return worseFinding(empty, [{ path: 'SKILL.md', bytes, executable: false }]);
}

/** The finding that makes the verdict worse, if it is worse afterwards. */
export function worseFinding(
  before: readonly FileToScan[],
  after: readonly FileToScan[],
): ReportedFinding | undefined {
  const now = scanFiles(scannedName, after);
  if (verdicts.indexOf(now.verdict) === 0) return undefined;
  const then = scanFiles(scannedName, before);
  if (verdicts.indexOf(now.verdict) <= verdicts.indexOf(then.verdict)) return undefined;
  const known = new Set(then.findings.map(identity));
  return now.findings.find((finding) => !known.has(identity(finding))) ?? now.findings[0];
}

/** `prompt-injection/override in SKILL.md, line 12: ...`. */
export function findingText({ rule, file, line, why }: ReportedFinding): string {
  return `${rule} in ${file}${line === undefined ? '' : `, line ${line}`}: ${why}`;
}

const scannedName = 'skill';
const frontmatter = '---\nname: skill\ndescription: "What was seen in real use of a skill."\n---\n';
const empty = [{ path: 'SKILL.md', bytes: new TextEncoder().encode(frontmatter), executable: false }];

/** Without the line number, which a note moves. */
function identity({ rule, file, excerpt }: ReportedFinding): string {
  return JSON.stringify([rule, file, excerpt]);
}

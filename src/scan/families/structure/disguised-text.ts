/*
 * Text in a form that keeps tools from reading it: they take a file with NUL bytes, or with two bytes for each character,
 * for a picture or a program, and show nothing of it. The scanner reads it as a shell or an agent would.
 */

import type { ScanSeverity } from '../../findings/finding.js';
import { type FamilyScanner, findingAboutFile, type ScanRule } from '../../findings/rule.js';
import { isCode } from '../../package/content-kind.js';
import type { PreparedFile } from '../../package/prepare.js';
import type { Disguise } from '../../package/read-text.js';

export const disguisedFile: ScanRule = {
  id: 'structure/disguised-file',
  family: 'structure',
  title: 'A file that is not what its name says',
  severity: 'high',
  why: 'A program that is named like a picture or document, or text that tools take for binary data, is overlooked.',
  instead: 'Give the file the extension of its type, and save text as UTF-8.',
};

/** The rule is listed with those about files that nobody can read. */
export const disguisedText: FamilyScanner = {
  rules: [],
  scan({ files }) {
    return files.flatMap((file) => {
      if (file.disguise === undefined) return [];
      return [
        findingAboutFile(disguisedFile, file, { why: reasons[file.disguise], severity: severityOf(file) }),
      ];
    });
  },
};

const reasons: Readonly<Record<Disguise, string>> = {
  'nul-bytes': 'The text contains NUL bytes, so that many tools take it for binary data.',
  'utf-16': 'The text is UTF-16, so that many tools do not find words in it.',
  'utf-16-unmarked':
    'The text is UTF-16 without a byte order mark, so that many tools take it for binary data.',
};

/** Windows programs save documents as marked UTF-16, and PowerShell runs it. */
function severityOf({ disguise, content }: PreparedFile): ScanSeverity {
  if (disguise !== 'utf-16') return 'high';
  return isCode(content) ? 'medium' : 'low';
}

/*
 * Asks the scanner of skills about commands, as if they stood in a script of a package. What it would have reviewed in a
 * package is not shown as a fix.
 */

import { commandScanners } from '../../../../scan/families/commands/commands.js';
import { hiddenScanner } from '../../../../scan/families/hidden/hidden.js';
import { injectionScanner } from '../../../../scan/families/injection/injection.js';
import { secretsScanner } from '../../../../scan/families/secrets.js';
import { scanSkill } from '../../../../scan/scan.js';

/** Whether the scanner asks for a review, or for more. */
export function hasScannerFinding(commands: readonly string[]): boolean {
  const bytes = new TextEncoder().encode(`#!/bin/sh\n${commands.join('\n').slice(0, maxCharacters)}\n`);
  const file = {
    path: 'steps.sh',
    kind: 'file',
    bytes,
    sizeBytes: bytes.length,
    isExecutable: true,
  } as const;
  return scanSkill({ name: 'steps', files: [file] }, { families: scanners }).verdict !== 'pass';
}

const maxCharacters = 8_000;
const scanners = [injectionScanner, hiddenScanner, ...commandScanners, secretsScanner];

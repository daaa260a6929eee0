/*
 * Checks the lines of a note that comes from a file, which anybody may have edited. The words of a user may say how to
 * work, and a command may be anything the agent ran; everything else must not read like an instruction.
 */

import { correctionText } from '../../../evidence/rules/fixes/gate/correction-text.js';
import { readsLikeInstruction } from '../../../scan/families/injection/instruction.js';
import { readLine } from './line.js';

/** The first line that reads like an instruction. */
export function instructionIn(text: string): string | undefined {
  return text.split(/\r?\n/).find(isInstruction);
}

function isInstruction(line: string): boolean {
  const content = line.startsWith('- ') ? line.slice(2) : line;
  switch (readLine(content)?.kind) {
    case 'correction':
      return correctionText(content.slice(content.indexOf('"') + 1, -2)) === undefined;
    case 'fix':
    case 'failure':
      return (
        readsLikeInstruction(content.replace(codeSpan, '')) || spansOf(content).some(readsLikeInstruction)
      );
    case undefined:
      return readsLikeInstruction(line);
  }
}

const codeSpan = /`[^`\n]{0,1000}`/g;

function spansOf(line: string): readonly string[] {
  return [...line.matchAll(codeSpan)].map(([span]) => span.slice(1, -1));
}

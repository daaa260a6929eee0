/*
 * Turns text from a session into one harmless line for a code span. In a code span only backticks and line breaks are
 * special; comments, tags, links, variables and commands, which programs search in raw text, are broken as well.
 * Passages that read like instructions are left out and counted.
 */

import { readsLikeInstruction } from '../../../scan/families/injection/instruction.js';
import { shortened } from '../../../text/utf8.js';

export interface NeutralText {
  /** Empty if nothing can be shown. */
  readonly text: string;
  /** The number of passages left out. */
  readonly dropped: number;
}

const maxEvidenceCharacters = 220;

export function neutralise(evidence: string, maxCharacters = maxEvidenceCharacters): NeutralText {
  const passages = visible(evidence)
    .split(passageEnd)
    .flatMap((passage) => (readsLikeInstruction(passage) ? passage.split(escapedLineBreak) : [passage]));
  const kept = passages.filter((passage) => !readsLikeInstruction(passage));
  const dropped = passages.length - kept.length;
  const text = literalLine(kept.join('\n'), maxCharacters);
  // An order may be spread over several passages.
  return readsLikeInstruction(text) ? { text: '', dropped: dropped + 1 } : { text, dropped };
}

/** Makes a name harmless, without checking it for instructions. */
export function literalLine(text: string, maxCharacters: number): string {
  const line = literal(visible(text).split(passageEnd).join(' '));
  return withoutTrailingMark(shortened(line, maxCharacters));
}

/** Keeps only visible text, so that nothing is hidden from the check. */
function visible(text: string): string {
  return text.replace(escapeSequence, '').replace(lineBreak, '\n').replace(/\t/g, ' ').replace(invisible, '');
}

const escapeSequence = /\x1B(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1B]*(?:\x07|\x1B\\)|[ -/]*[0-~])/g;
const lineBreak = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Line breaks, ends of sentences, headings, fences and comments; the last three are removed with their marks. */
const passageEnd = /\n|(?<=[.!?]) +|(?<![^\s])#{1,6} +|`{3,}|~{3,}|<!--(?:(?!<!--).)*?-->|<!--|-->/s;

/** An escaped line break, as in a quoted string. */
const escapedLineBreak = /\\+[nr]/;

function literal(text: string): string {
  return text
    .replaceAll('`', "'")
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('](', '] (')
    .replace(/\$(?=\{|\d|ARGUMENTS)/g, '$ ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** An exclamation mark before the closing backtick could start a command that agents run when they load the skill. */
function withoutTrailingMark(text: string): string {
  return text.replace(/[!\s]+$/, '');
}

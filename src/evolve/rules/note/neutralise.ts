/*
 * Text from a session as one harmless line, to be shown in a code span. A code span takes everything literally but a
 * backtick and a line break; what programs look for in raw text (comments, tags, links, variables, commands) is
 * broken as well. Passages that read like instructions are left out and counted.
 */

import { readsLikeInstruction } from '../../../scan/families/injection/instruction.js';
import { shortened } from '../../../text/utf8.js';

export interface NeutralText {
  /** Empty when nothing is left to show. */
  readonly text: string;
  /** How many passages were left out. */
  readonly dropped: number;
}

const maxEvidenceCharacters = 220;

export function neutralise(evidence: string, maxCharacters = maxEvidenceCharacters): NeutralText {
  const passages = visible(evidence)
    .split(passageEnd)
    .flatMap((passage) => (readsLikeInstruction(passage) ? passage.split(writtenLineBreak) : [passage]));
  const kept = passages.filter((passage) => !readsLikeInstruction(passage));
  const dropped = passages.length - kept.length;
  const text = literalLine(kept.join('\n'), maxCharacters);
  // An order may be spread over several passages.
  return readsLikeInstruction(text) ? { text: '', dropped: dropped + 1 } : { text, dropped };
}

/** As harmless, but not judged: for names. */
export function literalLine(text: string, maxCharacters: number): string {
  const line = literal(visible(text).split(passageEnd).join(' '));
  return withoutTrailingMark(shortened(line, maxCharacters));
}

/** Only what a reader sees, so that nothing is hidden from the judgement about it. */
function visible(text: string): string {
  return text.replace(escapeSequence, '').replace(lineBreak, '\n').replace(/\t/g, ' ').replace(invisible, '');
}

const escapeSequence = /\x1B(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1B]*(?:\x07|\x1B\\)|[ -/]*[0-~])/g;
const lineBreak = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Line breaks, ends of sentences, headings, fences and comments; the last three are left out with their marks. */
const passageEnd = /\n|(?<=[.!?]) +|(?<![^\s])#{1,6} +|`{3,}|~{3,}|<!--(?:(?!<!--).)*?-->|<!--|-->/s;

/** As in a quoted string. */
const writtenLineBreak = /\\+[nr]/;

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

/** Before the backtick that ends the span, it would begin a command that agents run when they load the skill. */
function withoutTrailingMark(text: string): string {
  return text.replace(/[!\s]+$/, '');
}

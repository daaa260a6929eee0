/*
 * The one thing that a model may write: a section for the body of a SKILL.md. What it answers is checked before
 * anybody sees it, and put in by position: before the managed block where there is one, else at the end. No other byte
 * changes.
 */

import { structureFault } from '../../../library/rules/skill-refusals.js';
import { findLayout } from '../../../skill/layout.js';
import { parseSkill } from '../../../skill/parse.js';
import { printable } from '../../../text/printable.js';
import { countCharacters, lineBreakOf } from '../../../text/utf8.js';
import { findBlock } from '../note/block.js';
import { hardCapCharacters } from '../note/size.js';

export type DraftResult =
  | { readonly kind: 'text'; readonly text: string }
  /** Completes "the draft is refused: ...". */
  | { readonly kind: 'refused'; readonly why: string };

/** The section in an answer, with line feeds and without anything around it. */
export function sectionIn(answer: string): DraftResult {
  const text = unwrapped(answer.replaceAll('\r\n', '\n').trim());
  const why = sectionFault(text);
  return why === undefined ? { kind: 'text', text } : { kind: 'refused', why };
}

/** The SKILL.md with the section. The section is checked again: it may come from a file by now. */
export function withSection(text: string, section: string): DraftResult {
  const why = sectionFault(section);
  if (why !== undefined) return { kind: 'refused', why };
  const place = findBlock(text);
  if (place.kind === 'malformed')
    return { kind: 'refused', why: `the managed block is broken (${place.why})` };
  const lineBreak = lineBreakOf(text);
  const written = section.replaceAll('\n', lineBreak);
  const gap = text.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
  const after =
    place.kind === 'block'
      ? text.slice(0, place.start) + written + lineBreak + lineBreak + text.slice(place.start)
      : text + gap + written + lineBreak;
  const fault = skillFault(text, after);
  return fault === undefined ? { kind: 'text', text: after } : { kind: 'refused', why: fault };
}

const maxSectionCharacters = 8_000;

/** Many models put all that they say into a fence. */
function unwrapped(answer: string): string {
  return /^```(?:markdown|md)?\n([\s\S]*)\n```$/.exec(answer)?.[1]?.trim() ?? answer;
}

function sectionFault(text: string): string | undefined {
  if (!/^## \S/.test(text)) return 'it does not begin with a heading of level two';
  const characters = countCharacters(text);
  if (characters > maxSectionCharacters) {
    return `it has ${characters} characters; at most ${maxSectionCharacters} are allowed`;
  }
  if (printable(text, { multiline: true }) !== text) return 'it has characters that cannot be seen';
  // A comment hides words from a person that an agent reads, and could be a marker.
  if (/<!--|-->/.test(text)) return 'it has an HTML comment';
  return text.includes('!`') ? 'it has a command that runs when the skill is loaded' : undefined;
}

function skillFault(before: string, after: string): string | undefined {
  const characters = countCharacters(after);
  if (characters > hardCapCharacters) return `SKILL.md would have ${characters} characters`;
  const [oldPlace, newPlace] = [findBlock(before), findBlock(after)];
  const blockOf = (place: typeof oldPlace) => (place.kind === 'block' ? place.text : undefined);
  if (newPlace.kind === 'open-fence') return 'SKILL.md would end inside a code fence';
  if (newPlace.kind === 'malformed' || blockOf(oldPlace) !== blockOf(newPlace)) {
    return 'it would change what the managed block is';
  }
  if (bodyStart(before) !== bodyStart(after)) return 'it would change where the frontmatter ends';
  return structureFault(parseSkill(before), parseSkill(after));
}

function bodyStart(text: string): number {
  return findLayout(new TextEncoder().encode(text), true).bodyStart;
}

/*
 * The only thing that a model may write: a section for the body of a SKILL.md. The answer is checked before anybody sees
 * it, and inserted before the managed block, or at the end. No other byte changes.
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
  /** Completes "the draft was rejected: ...". */
  | { readonly kind: 'refused'; readonly why: string };

/** Extracts the section from an answer, with line feeds and without a fence around it. */
export function sectionIn(answer: string): DraftResult {
  const text = unwrapped(answer.replaceAll('\r\n', '\n').trim());
  const why = sectionFault(text);
  return why === undefined ? { kind: 'text', text } : { kind: 'refused', why };
}

/** Inserts the section into a SKILL.md. It is checked again, because it may come from a file. */
export function withSection(text: string, section: string): DraftResult {
  const why = sectionFault(section);
  if (why !== undefined) return { kind: 'refused', why };
  const location = findBlock(text);
  if (location.kind === 'malformed')
    return { kind: 'refused', why: `the managed block is broken (${location.why})` };
  const lineBreak = lineBreakOf(text);
  const written = section.replaceAll('\n', lineBreak);
  const gap = text.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
  const after =
    location.kind === 'block'
      ? text.slice(0, location.start) + written + lineBreak + lineBreak + text.slice(location.start)
      : text + gap + written + lineBreak;
  const fault = skillFault(text, after);
  return fault === undefined ? { kind: 'text', text: after } : { kind: 'refused', why: fault };
}

const maxSectionCharacters = 8_000;

/** Many models put the whole answer into a fence. */
export function unwrapped(answer: string): string {
  return /^```(?:markdown|md|json)?\n([\s\S]*)\n```$/.exec(answer)?.[1]?.trim() ?? answer;
}

function sectionFault(text: string): string | undefined {
  if (!/^## \S/.test(text)) return 'the section does not start with a level-two heading';
  const characters = countCharacters(text);
  if (characters > maxSectionCharacters) {
    return `the section has ${characters} characters; at most ${maxSectionCharacters} are allowed`;
  }
  const hidden = hiddenIn(text);
  return hidden && `the section has ${hidden}`;
}

/** What a person does not see in a text of a model, or does not expect to run. */
export function hiddenIn(text: string): string | undefined {
  if (printable(text, { multiline: true }) !== text) return 'invisible characters';
  // A comment hides text from people that an agent reads, and could be a marker.
  if (/<!--|-->/.test(text)) return 'an HTML comment';
  return text.includes('!`') ? 'a command that runs when the skill is loaded' : undefined;
}

function skillFault(before: string, after: string): string | undefined {
  const fault = wholeFault(before, after);
  if (fault !== undefined) return fault;
  if (bodyStart(before) !== bodyStart(after)) return 'the section would change where the frontmatter ends';
  return structureFault(parseSkill(before), parseSkill(after));
}

/** What no change of the text around the managed block may do, as part of a sentence. */
export function wholeFault(before: string, after: string): string | undefined {
  const characters = countCharacters(after);
  if (characters > hardCapCharacters) return `SKILL.md would have ${characters} characters`;
  const [oldLocation, newLocation] = [findBlock(before), findBlock(after)];
  const blockOf = (location: typeof oldLocation) => (location.kind === 'block' ? location.text : undefined);
  if (newLocation.kind === 'open-fence') return 'SKILL.md would end inside a code fence';
  if (newLocation.kind === 'malformed' || blockOf(oldLocation) !== blockOf(newLocation)) {
    return 'the managed block would change';
  }
  return undefined;
}

function bodyStart(text: string): number {
  return findLayout(new TextEncoder().encode(text), true).bodyStart;
}

/*
 * A promotion: a line of a note becomes a step of the skill's own text, and leaves the note. The step goes to the end of
 * one section, which is added before the managed block if there is none yet. No other byte changes.
 */

import { structureFault } from '../../../library/rules/skill-refusals.js';
import { parseSkill } from '../../../skill/parse.js';
import { printable } from '../../../text/printable.js';
import { countCharacters, lineBreakOf } from '../../../text/utf8.js';
import { findBlock, proseOf, removeBlock, spliceBlock } from '../note/block.js';
import { linesIn, withoutLine } from '../note/render.js';
import { hardCapCharacters } from '../note/size.js';
import { type DraftResult, withSection } from './draft.js';

/** The step that says the same as a line; undefined for a failure without a fix, about which an agent can do nothing. */
export function stepOf(line: string): string | undefined {
  const steps = /^(.{1,500}): ((?:run|edit) `.{1,500}`,?) first \(worked [^()]{1,60}\)\.$/.exec(line);
  if (steps) return `If ${steps[1]}, ${steps[2]} first.`;
  const changed = /^(.{1,500}): (`.{1,500}`) worked \([^()]{1,60}\)\.$/.exec(line);
  if (changed) return `If ${changed[1]}, use ${changed[2]} instead.`;
  const [, words] = /^Users corrected this (?:once|\d{1,9} times): "(.{1,400})"\.$/.exec(line) ?? [];
  if (words === undefined) return undefined;
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…。！？]$/.test(sentence) ? sentence : `${sentence}.`;
}

export interface Promoted {
  readonly kind: 'promoted';
  readonly text: string;
  /** The support file without the line; null removes it, undefined leaves it as it is. */
  readonly support?: string | null;
}

/** Adds the step, and takes the line out of the note. Both may come from a file, so they are checked. */
export function withPromotion(
  text: string,
  supportFile: string | undefined,
  { step, line }: { readonly step: string; readonly line: string },
): Promoted | Extract<DraftResult, { kind: 'refused' }> {
  const why = stepFault(step);
  if (why !== undefined) return { kind: 'refused', why };
  const remaining = withoutNoteLine(text, supportFile, line);
  if (remaining === undefined) return { kind: 'refused', why: 'the note no longer has that line' };
  const added = withStep(remaining.text, step);
  if (added.kind === 'refused') return added;
  return { kind: 'promoted', ...remaining, text: added.text };
}

const heading = '## Learned from use';
const maxStepCharacters = 1_000;

function stepFault(step: string): string | undefined {
  if (step.trim() !== step || step === '') return 'the step is empty';
  if (countCharacters(step) > maxStepCharacters) return 'the step is too long';
  if (printable(step) !== step) return 'the step is not one line of visible text';
  if (/<!--|-->/.test(step)) return 'the step has an HTML comment';
  return step.includes('!`') ? 'the step has a command that runs when the skill is loaded' : undefined;
}

function withoutNoteLine(
  text: string,
  supportFile: string | undefined,
  line: string,
): Omit<Promoted, 'kind'> | undefined {
  const location = findBlock(text);
  if (location.kind !== 'block') return undefined;
  const block = withoutLine(location.text, line);
  const support = supportFile === undefined ? undefined : withoutLine(supportFile, line);
  if (block === location.text && support === supportFile) return undefined;
  const isSpilled = support !== undefined && support !== supportFile;
  const isEmpty = linesIn(isSpilled ? support : block).length === 0;
  const rest = isEmpty
    ? removeBlock(text, location)
    : spliceBlock(text, location, block.replaceAll('\r\n', '\n'));
  return { text: rest, ...(isSpilled && { support: isEmpty ? null : support }) };
}

function withStep(text: string, step: string): DraftResult {
  const end = sectionEnd(text);
  if (end === undefined) return withSection(text, `${heading}\n\n- ${step}`);
  const lineBreak = lineBreakOf(text);
  const gap = end === 0 || text.slice(0, end).endsWith('\n') ? '' : lineBreak;
  const after = `${text.slice(0, end)}${gap}- ${step}${lineBreak}${text.slice(end)}`;
  const [before, location] = [findBlock(text), findBlock(after)];
  if (location.kind !== before.kind)
    return { kind: 'refused', why: 'the step would change the managed block' };
  if (countCharacters(after) > hardCapCharacters)
    return { kind: 'refused', why: 'SKILL.md would be too long' };
  const fault = structureFault(parseSkill(text), parseSkill(after));
  return fault === undefined ? { kind: 'text', text: after } : { kind: 'refused', why: fault };
}

/** After the last line of the section that has text; undefined if there is no such section. */
function sectionEnd(text: string): number | undefined {
  const { lines } = proseOf(text);
  const at = lines.findIndex(({ start, end }) => text.slice(start, end).trimEnd() === heading);
  if (at === -1) return undefined;
  let last = lines[at]?.end ?? 0;
  for (const { start, end } of lines.slice(at + 1)) {
    const line = text.slice(start, end);
    if (/^#{1,2} |^<!-- /.test(line)) break;
    if (line.trim() !== '') last = end;
  }
  const rest = text.slice(last);
  return last + (/^(?:\r\n|\n|\r)/.exec(rest)?.[0].length ?? 0);
}

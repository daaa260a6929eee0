/*
 * Changing one field, or the body, of a SKILL.md and no other byte of it. New text goes where the old one stood, and
 * nothing is printed anew. Whatever was planned, the result is read again, and only an edit that leaves every other
 * field and the body as they were is given out.
 */

import { parseSkill } from '../parse.js';
import type { FrontmatterValue, Skill } from '../skill.js';
import { bodyBytes, checkBody, checkField, hasSameBytes, isSame, valueAt } from './edit-check.js';
import { planLines } from './edit-lines.js';
import { outlineOf } from './edit-outline.js';
import { type EditPlan, type EditRefused, type EditValue, refuse, type Splice, splice } from './edit-plan.js';
import { planRemove } from './edit-remove.js';
import { planSet } from './edit-set.js';
import { writeBlockEntry } from './edit-write.js';
import { isWritable } from './scalar-text.js';

/** The skill with that one change, or why it was not made. */
export type EditOutcome =
  | { readonly kind: 'edited'; readonly skill: Skill }
  /** The file says so already. */
  | { readonly kind: 'unchanged'; readonly skill: Skill }
  | EditRefused;

/** The path is the keys that lead to the field, outermost first; maps that are missing on the way are made. */
export function setField(skill: Skill, path: readonly string[], value: EditValue): EditOutcome {
  const texts = typeof value === 'boolean' ? path : path.concat(value);
  if (!texts.every(isWritable)) return refuse('not-text');
  if (isSame(valueAt(skill.frontmatter, path), asRead(value))) return { kind: 'unchanged', skill };
  return editField(skill, path, value);
}

/** A map that holds nothing but the field goes with it. */
export function removeField(skill: Skill, path: readonly string[]): EditOutcome {
  return editField(skill, path, undefined);
}

/** The text becomes the body as it is, with its own line breaks. */
export function replaceBody(skill: Skill, body: string): EditOutcome {
  if (!isWritable(body)) return refuse('not-text');
  const { source, layout } = skill;
  const wanted = encoder.encode(body);
  if (hasSameBytes(bodyBytes(skill), wanted)) return { kind: 'unchanged', skill };
  // A closing fence at the very end of the file has no line break yet.
  const isOpenLine = layout.block !== undefined && source[layout.bodyStart - 1] !== newlineByte;
  const text = isOpenLine ? lineBreakOf(source) + body : body;
  const edited = applySplice(skill, splice(layout.bodyStart, source.length, text));
  return checkBody(skill, edited, wanted) ?? { kind: 'edited', skill: edited };
}

/** Without a value, the field is removed. */
function editField(skill: Skill, path: readonly string[], value: EditValue | undefined): EditOutcome {
  if (path.length === 0) return refuse('empty-path');
  const plan = planBytes(skill, path, value);
  if (plan.kind === 'refused') return plan;
  const edited = plan.kind === 'nothing' ? skill : applySplice(skill, plan);
  const refusal = checkField(skill, edited, path, asRead(value));
  return refusal ?? { kind: plan.kind === 'nothing' ? 'unchanged' : 'edited', skill: edited };
}

function asRead(value: EditValue | undefined): FrontmatterValue | undefined {
  return typeof value === 'boolean' ? String(value) : value;
}

/** The plan in bytes of the source. */
function planBytes(skill: Skill, path: readonly string[], value: EditValue | undefined): EditPlan {
  const { source, layout } = skill;
  if (layout.block === undefined) return planFrontmatter(skill, path, value);
  const { start, end } = layout.block;
  const text = decoder.decode(source.subarray(start, end));
  if (!hasSameBytes(encoder.encode(text), source.subarray(start, end))) return refuse('not-utf8');
  const plan = planText(skill, text, path, value);
  if (plan.kind !== 'splice') return plan;
  const offsetOf = (at: number) => start + encoder.encode(text.slice(0, at)).length;
  return splice(offsetOf(plan.start), offsetOf(plan.end), plan.text);
}

/** The plan in characters of the block's text. */
function planText(
  { source, reading }: Skill,
  text: string,
  path: readonly string[],
  value: EditValue | undefined,
): EditPlan {
  const newline = lineBreakOf(source);
  if (reading !== 'clean') return planLines(text, path, value, newline);
  const outline = outlineOf(text, newline);
  if (outline === undefined) return refuse('unusual-syntax');
  return value === undefined ? planRemove(outline, path) : planSet(outline, path, value);
}

/** A file without frontmatter gets a block of its own in front. */
function planFrontmatter(
  { source, layout }: Skill,
  path: readonly string[],
  value: EditValue | undefined,
): EditPlan {
  if (layout.fault !== 'no-frontmatter') return refuse('unclosed-frontmatter');
  if (value === undefined) return { kind: 'nothing' };
  const lines = ['---', ...writeBlockEntry(path, value), '---'];
  return splice(layout.start, layout.start, lines.map((line) => line + lineBreakOf(source)).join(''));
}

function applySplice({ source, fields }: Skill, { start, end, text }: Splice): Skill {
  const added = encoder.encode(text);
  const edited = new Uint8Array(start + added.length + source.length - end);
  edited.set(source.subarray(0, start));
  edited.set(added, start);
  edited.set(source.subarray(end), start + added.length);
  // The folder is only asked for where the file has no name, and then the skill's name is the folder's.
  return parseSkill(edited, { folder: fields.name });
}

/** That of the first line, which with frontmatter is the opening fence. */
function lineBreakOf(source: Uint8Array): string {
  const newline = source.indexOf(newlineByte);
  return newline > 0 && source[newline - 1] === 0x0d ? '\r\n' : '\n';
}

const newlineByte = 0x0a;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

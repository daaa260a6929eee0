/*
 * Bounded edits of a SKILL.md by a model: lines are added, deleted or replaced, at most 20 of them, and the description only
 * where that is allowed. The name, the other fields and the managed block never change. What can be read from the
 * resulting text is checked on that text, so that a proposal from a file is checked in the same way.
 */

import { structureFault } from '../../../library/rules/skill-refusals.js';
import { setField } from '../../../skill/edit.js';
import { blockOf, bodyOf, printSkill } from '../../../skill/layout.js';
import { parseSkill } from '../../../skill/parse.js';
import type { Skill } from '../../../skill/skill.js';
import { parseJson } from '../../../text/json.js';
import { diffLines } from '../../../text/line-diff.js';
import { counted } from '../../../text/plural.js';
import { isListOf, isObject, isText } from '../../../text/shape.js';
import { decodeUtf8, lineBreakOf } from '../../../text/utf8.js';
import { hiddenIn, unwrapped, wholeFault } from './draft.js';

export type SkillEdit =
  /** After the line; at the end where `after` is empty. */
  | { readonly op: 'add'; readonly after: string; readonly text: string }
  | { readonly op: 'delete'; readonly old: string }
  | { readonly op: 'replace'; readonly old: string; readonly text: string }
  | { readonly op: 'description'; readonly text: string };

export type EditsResult =
  | { readonly kind: 'text'; readonly text: string }
  /** Completes "the edit was refused: ...". */
  | { readonly kind: 'refused'; readonly why: string };

/** Lines that are removed or added, together. */
export const maxChangedLines = 20;
const maxEdits = 10;

export type EditsAnswer =
  | { readonly kind: 'edits'; readonly edits: readonly SkillEdit[] }
  | Extract<EditsResult, { kind: 'refused' }>;

/** The edits in the answer of a model. */
export function editsIn(answer: string): EditsAnswer {
  const document = parseJson(unwrapped(answer.replaceAll('\r\n', '\n').trim()));
  const edits: unknown = isObject(document) ? document['edits'] : undefined;
  if (!isListOf(edits, isEdit)) return refused('the answer is not {"edits": [...]} as asked for');
  if (edits.length === 0) return refused('the model proposes nothing');
  if (edits.length > maxEdits)
    return refused(`there are ${edits.length} edits, and at most ${maxEdits} are allowed`);
  return { kind: 'edits', edits };
}

export function isEdit(value: unknown): value is SkillEdit {
  if (!isObject(value)) return false;
  const { op, after, old, text } = value;
  if (op === 'add') return isText(after) && isText(text);
  if (op === 'delete') return isText(old);
  if (op === 'replace') return isText(old) && isText(text);
  return op === 'description' && isText(text);
}

/** The SKILL.md after the edits; `original` is what the limit of changed lines counts from. */
export function withEdits(
  text: string,
  edits: readonly SkillEdit[],
  { original, mayDescribe }: { readonly original: string; readonly mayDescribe: boolean },
): EditsResult {
  let current = text;
  for (const edit of edits) {
    if (edit.op === 'description' && !mayDescribe)
      return refused('the description may change only where trigger cases are evaluated');
    const next = edit.op === 'description' ? withDescription(current, edit.text) : withEdit(current, edit);
    if (next.kind === 'refused') return next;
    current = next.text;
  }
  if (current === text) return refused('it changes nothing');
  const fault = editsFault(original, current);
  return fault === undefined ? { kind: 'text', text: current } : refused(fault);
}

/** Why a new SKILL.md is not the result of bounded edits, as part of a sentence. */
export function editsFault(before: string, after: string): string | undefined {
  const changed = diffLines(before, after).filter(({ kind }) => kind !== 'same');
  if (changed.length === 0) return 'it changes nothing';
  if (changed.length > maxChangedLines)
    return `it changes ${counted(changed.length, 'line')}, and at most ${maxChangedLines} are allowed`;
  const added = changed.filter(({ kind }) => kind === 'added').map(({ text }) => text.replace(/\r?\n$/, ''));
  const hidden = hiddenIn(added.join('\n'));
  if (hidden !== undefined) return `it adds ${hidden}`;
  const [old, edited] = [parseSkill(before), parseSkill(after)];
  return wholeFault(before, after) ?? fieldFault(old, edited) ?? structureFault(old, edited);
}

/** Of the frontmatter, only the description may have other bytes. */
function fieldFault(before: Skill, after: Skill): string | undefined {
  if (blockOf(before) === blockOf(after)) return undefined;
  const described = setField(before, ['description'], after.fields.description);
  const isAlone = described.kind === 'edited' && blockOf(described.skill) === blockOf(after);
  return isAlone ? undefined : 'it changes the frontmatter beyond the description';
}

function withDescription(text: string, description: string): EditsResult {
  const edited = setField(parseSkill(text), ['description'], description.trim().replace(/\s+/g, ' '));
  if (edited.kind === 'refused') return refused(`the description cannot be changed (${edited.reason})`);
  return { kind: 'text', text: decodeUtf8(printSkill(edited.skill)) };
}

function withEdit(text: string, edit: Exclude<SkillEdit, { op: 'description' }>): EditsResult {
  const body = bodyOf(parseSkill(text));
  const head = text.slice(0, text.length - body.length);
  const lineBreak = lineBreakOf(text);
  const lines = body.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const written = (added: string) => linesOf(added).map((line) => line + lineBreak);
  const sought = linesOf(edit.op === 'add' ? edit.after : edit.old);
  const isAtEnd = edit.op === 'add' && edit.after.trim() === '';
  const places = isAtEnd ? [lines.length] : placesOf(lines, sought);
  const [at, second] = places;
  if (at === undefined)
    return refused(`a line that it names is not in the text: ${JSON.stringify(sought[0])}`);
  if (second !== undefined)
    return refused(`lines that it names are there more than once: ${JSON.stringify(sought[0])}`);
  const end = isAtEnd ? at : at + sought.length;
  const kept = edit.op === 'add' ? lines.slice(0, end) : lines.slice(0, at);
  const added = edit.op === 'delete' ? [] : written(edit.text);
  // What is added after a last line without a line break would continue that line.
  const closed =
    added.length > 0 && kept.length > 0 ? [...kept.slice(0, -1), ended(kept.at(-1) ?? '', lineBreak)] : kept;
  return { kind: 'text', text: head + [...closed, ...added, ...lines.slice(end)].join('') };
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function ended(line: string, lineBreak: string): string {
  return line.endsWith('\n') ? line : line + lineBreak;
}

/** Where whole lines occur one after the other; spaces at their ends do not count. */
function placesOf(lines: readonly string[], sought: readonly string[]): readonly number[] {
  return lines.flatMap((_, at) =>
    sought.every((line, index) => lines[at + index]?.trimEnd() === line.trimEnd()) ? [at] : [],
  );
}

function refused(why: string): Extract<EditsResult, { kind: 'refused' }> {
  return { kind: 'refused', why };
}

/*
 * Changes one field, or the body, of a SKILL.md and no other byte. New text replaces the old text in place, and nothing
 * is reformatted. The result is parsed again, and an edit is returned only if it leaves every other field and the body
 * unchanged.
 */

import { planRemove, planSet } from '../text/edit/yaml/fields.js';
import { outlineOf, type Span } from '../text/edit/yaml/outline.js';
import {
  type EditPlan,
  type EditRefused,
  type EditValue,
  refuse,
  type Splice,
  splice,
} from '../text/edit/yaml/plan.js';
import { indentLines, isWritable, writeBlockEntry } from '../text/edit/yaml/write.js';
import { isEqual } from '../text/shape.js';
import { decodeUtf8, lineBreakOf } from '../text/utf8.js';
import { isMissing } from './field-values.js';
import { parseSkill } from './parse.js';
import { entryKey } from './repair.js';
import { type Frontmatter, type FrontmatterValue, readings, type Skill } from './skill.js';
import { isMap } from './yaml.js';

/** The skill with the change, or why the change was not made. */
export type EditOutcome =
  | { readonly kind: 'edited'; readonly skill: Skill }
  /** The field already has that value. */
  | { readonly kind: 'unchanged'; readonly skill: Skill }
  | EditRefused;

/** The path consists of the keys that lead to the field, outermost first; missing maps on the way are created. */
export function setField(skill: Skill, path: readonly string[], value: EditValue): EditOutcome {
  const texts = typeof value === 'boolean' ? path : path.concat(value);
  if (!texts.every(isWritable)) return refuse('not-text');
  if (isEqual(valueAt(skill.frontmatter, path), asRead(value))) return { kind: 'unchanged', skill };
  return editField(skill, path, value);
}

/** Also removes a map that contains nothing else. */
export function removeField(skill: Skill, path: readonly string[]): EditOutcome {
  return editField(skill, path, undefined);
}

/** The text becomes the body unchanged, with its own line breaks. */
export function replaceBody(skill: Skill, body: string): EditOutcome {
  if (!isWritable(body)) return refuse('not-text');
  const { source, layout } = skill;
  const wanted = encoder.encode(body);
  if (hasSameBytes(bodyBytes(skill), wanted)) return { kind: 'unchanged', skill };
  // A closing fence at the very end of the file has no line break yet.
  const isOpenLine = layout.block !== undefined && source[layout.bodyStart - 1] !== newlineByte;
  const text = isOpenLine ? lineBreakOf(decodeUtf8(source)) + body : body;
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
  const newline = lineBreakOf(decodeUtf8(source));
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
  return splice(
    layout.start,
    layout.start,
    lines.map((line) => line + lineBreakOf(decodeUtf8(source))).join(''),
  );
}

function applySplice({ source, fields }: Skill, { start, end, text }: Splice): Skill {
  const added = encoder.encode(text);
  const edited = new Uint8Array(start + added.length + source.length - end);
  edited.set(source.subarray(0, start));
  edited.set(added, start);
  edited.set(source.subarray(end), start + added.length);
  // The folder is used only if the file has no name, and then the skill's name is the folder's name.
  return parseSkill(edited, { folder: fields.name });
}

const newlineByte = 0x0a;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The check after every edit: the field must have the wanted value (undefined if it was removed), and nothing else may
 * have changed. Undefined when the edit is good.
 */
export function checkField(
  before: Skill,
  after: Skill,
  path: readonly string[],
  wanted: FrontmatterValue | undefined,
): EditRefused | undefined {
  if (!isEqual(valueAt(after.frontmatter, path), wanted)) return refuse('value-not-kept');
  if (!isEqual(without(before.frontmatter, path), without(after.frontmatter, path))) {
    return refuse('other-field-changed');
  }
  if (!hasSameBytes(bodyBytes(before), bodyBytes(after))) return refuse('body-changed');
  if (readings.indexOf(after.reading) > readings.indexOf(before.reading)) return refuse('yaml-broken');
  return undefined;
}

export function checkBody(before: Skill, after: Skill, wanted: Uint8Array): EditRefused | undefined {
  if (!hasSameBytes(bodyBytes(after), wanted)) return refuse('body-changed');
  return isEqual(before.frontmatter, after.frontmatter) ? undefined : refuse('other-field-changed');
}

function valueAt(frontmatter: Frontmatter, path: readonly string[]): FrontmatterValue | undefined {
  let value: FrontmatterValue | undefined = frontmatter;
  for (const key of path) value = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function hasSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function bodyBytes({ source, layout }: Skill): Uint8Array {
  return source.subarray(layout.bodyStart);
}

/** The map without the field, and without maps on the way that contain nothing else. */
function without(map: Frontmatter, path: readonly string[]): Frontmatter {
  const [key = '', ...below] = path;
  const { [key]: value, ...others } = map;
  if (below.length === 0 || isMissing(value)) return others;
  if (!isMap(value)) return map;
  const rest = without(value, below);
  return Object.keys(rest).length === 0 ? others : { ...others, [key]: rest };
}

/**
 * Plans an edit of a block that is not valid YAML. Such a block is read entry by entry, each from an outermost line with
 * a key to the next such line, so only a whole entry can be added, replaced or removed. Without a value, it is removed.
 */
function planLines(
  text: string,
  path: readonly string[],
  value: EditValue | undefined,
  newline: string,
): EditPlan {
  const [key = '', ...below] = path;
  if (below.length > 0) return refuse('broken-frontmatter');
  const margin = /^( *)[^\s#]/m.exec(text)?.[1]?.length ?? 0;
  const [entry, second] = entriesNamed(key, text, margin);
  if (second !== undefined) return refuse('duplicate-key');
  const { start, end } = entry ?? { start: text.length, end: text.length };
  if (value === undefined) return entry === undefined ? { kind: 'nothing' } : splice(start, end, '');
  const lines = indentLines(writeBlockEntry([key], value), margin);
  return splice(start, end, lines.map((line) => line + newline).join(''));
}

/** The spans of the entries with that key; blank lines and comments at the end of an entry are not part of it. */
function entriesNamed(key: string, text: string, margin: number): readonly Span[] {
  const entries: { key: string; start: number; end: number }[] = [];
  let start = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const end = start + line.length;
    const found = entryKey(line.slice(margin).trimEnd());
    const last = entries.at(-1);
    if (found !== undefined) entries.push({ key: found, start, end });
    else if (last !== undefined && !/^\s*(#|$)/.test(line)) last.end = end;
    start = end;
  }
  return entries.filter((entry) => entry.key === key);
}

/** Where an extension is read from (fields-extension.ts), highest precedence first. */
const extensionPaths: readonly (readonly string[])[] = [
  ['metadata', 'coppice'],
  ['metadata', 'hermes'],
  [],
  ['metadata'],
];

/**
 * Changes an extension where it takes effect; a new one goes to the top level. An empty text or list removes it from all
 * paths, since each hides the next.
 */
export function setExtension(skill: Skill, field: string, value: string | readonly string[]): EditOutcome {
  const paths = extensionPaths
    .map((parent) => [...parent, field])
    .filter((path) => !isMissing(valueAt(skill.frontmatter, path)));
  if (value.length > 0) return setField(skill, paths[0] ?? [field], value);
  let edited: EditOutcome = { kind: 'unchanged', skill };
  for (const path of paths) {
    edited = removeField(edited.skill, path);
    if (edited.kind === 'refused') return edited;
  }
  return edited;
}

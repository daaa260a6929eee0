/*
 * Fixes what is mechanical in a SKILL.md: fences, quotes, and a name or description that the folder and the body already
 * say. Nothing is invented: where the body has no text, a missing description stays missing. The body is never changed.
 */

import { isEqual } from '../text/shape.js';
import { decodeUtf8, isUtf8 } from '../text/utf8.js';
import type { DiagnosticCode } from './diagnostic.js';
import { setField } from './edit.js';
import { firstSentence } from './first-sentence.js';
import { blockOf, bodyOf } from './layout.js';
import { parseSkill } from './parse.js';
import { checkPortable } from './portable.js';
import { entryKey, repairedBlock } from './repair.js';
import type { Skill } from './skill.js';

export interface SkillFix {
  readonly bytes: Uint8Array;
  /** The faults that it removes. */
  readonly codes: readonly DiagnosticCode[];
}

/** Undefined where nothing can be fixed without a decision. */
export function fixSkill(source: Uint8Array, folder: string): SkillFix | undefined {
  if (!isUtf8(source)) return undefined;
  const before = parseSkill(source, { folder });
  let after = before;
  for (const step of steps) {
    const bytes = step(after, folder);
    if (bytes !== undefined) after = parseSkill(bytes, { folder });
  }
  const [old, left] = [codesOf(before, folder), codesOf(after, folder)];
  const codes = old.filter((code) => !left.includes(code));
  // Faults in the fields are found only once the fields can be read.
  const added = left.filter((code) => !old.includes(code));
  const isWorse = before.reading !== 'none' && added.length > 0;
  return codes.length === 0 || isWorse ? undefined : { bytes: after.source, codes };
}

function codesOf(skill: Skill, folder: string): readonly DiagnosticCode[] {
  return checkPortable(skill, folder).map(({ code }) => code);
}

type FixStep = (skill: Skill, folder: string) => Uint8Array | undefined;

const steps: readonly FixStep[] = [
  withoutByteOrderMark,
  withPlainFence,
  withClosingFence,
  withValidYaml,
  withName,
  withDescription,
];

function withoutByteOrderMark({ source, layout }: Skill): Uint8Array | undefined {
  return layout.start > 0 ? source.slice(layout.start) : undefined;
}

function withPlainFence({ source, layout: { block } }: Skill): Uint8Array | undefined {
  if (block === undefined) return undefined;
  const fence = decodeUtf8(source.subarray(0, block.start));
  const plain = fence.replace(/^---[ \t]+/, '---');
  return plain === fence ? undefined : replaced(source, 0, block.start, plain);
}

/** The fields end at the first line that is neither a key nor indented nor an item. */
function withClosingFence(skill: Skill, folder: string): Uint8Array | undefined {
  if (skill.layout.fault !== 'unclosed-frontmatter') return undefined;
  const lines = decodeUtf8(skill.source).split(/(?<=\n)/);
  const end = lines.findIndex((line, at) => at > 0 && !isFieldLine(line));
  const at = end === -1 ? lines.length : end;
  const before = lines.slice(0, at).join('');
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const fence = `${before.endsWith('\n') ? '' : newline}---${newline}`;
  const closed = new TextEncoder().encode(before + fence + lines.slice(at).join(''));
  return parseSkill(closed, { folder }).reading === 'none' ? undefined : closed;
}

function isFieldLine(line: string): boolean {
  const text = line.trimEnd();
  return text !== '' && (entryKey(text) !== undefined || /^(?:[ \t]+\S|- )/.test(text));
}

function withValidYaml(skill: Skill, folder: string): Uint8Array | undefined {
  const { source, layout, reading, frontmatter } = skill;
  if (layout.block === undefined || (reading !== 'repaired' && reading !== 'split')) return undefined;
  const block = repairedBlock(blockOf(skill));
  if (block === undefined) return undefined;
  const bytes = replaced(source, layout.block.start, layout.block.end, block);
  const fixed = parseSkill(bytes, { folder });
  const isSame = fixed.reading === 'clean' && isEqual(fixed.frontmatter, frontmatter);
  return isSame && bodyOf(fixed) === bodyOf(skill) ? bytes : undefined;
}

/** Not where the body is empty: a folder with an empty file is not yet a skill. */
function withName(skill: Skill, folder: string): Uint8Array | undefined {
  const isMissing = skill.layout.block === undefined || has(skill, 'name-missing');
  if (
    !isMissing ||
    typeof skill.frontmatter['name'] === 'object' ||
    firstSentence(bodyOf(skill)) === undefined
  )
    return undefined;
  return edited(skill, 'name', folder);
}

function withDescription(skill: Skill): Uint8Array | undefined {
  if (!has(skill, 'description-missing')) return undefined;
  const sentence = firstSentence(bodyOf(skill));
  return sentence === undefined ? undefined : edited(skill, 'description', sentence);
}

function has({ diagnostics }: Skill, wanted: DiagnosticCode): boolean {
  return diagnostics.some(({ code }) => code === wanted);
}

function edited(skill: Skill, field: string, value: string): Uint8Array | undefined {
  const outcome = setField(skill, [field], value);
  return outcome.kind === 'edited' ? outcome.skill.source : undefined;
}

function replaced(source: Uint8Array, start: number, end: number, text: string): Uint8Array {
  const added = new TextEncoder().encode(text);
  const bytes = new Uint8Array(start + added.length + source.length - end);
  bytes.set(source.subarray(0, start));
  bytes.set(added, start);
  bytes.set(source.subarray(end), start + added.length);
  return bytes;
}

/*
 * Tier 1: reads the summary of a skill from the beginning of its file, 4 KiB at a time and no further than the piece
 * in which the frontmatter ends. If the frontmatter has no description, only what was read so far is searched for one.
 */

import { fieldLimits } from '../../skill/fields.js';
import { parseHead } from '../../skill/parse.js';
import type { SkillFields, SkillHead } from '../../skill/skill.js';
import type { Files, Stat } from '../../system/files.js';
import { noConditions, type SkillSummary, type ToolConditions } from '../rules/entry.js';

export interface ReadSummary {
  readonly summary: SkillSummary;
  /** The stat of the file that was read. */
  readonly stat: Stat;
}

/** `folderName` is used if the name is missing. Undefined when there is no file. */
export function readSummary(
  files: Pick<Files, 'read'>,
  path: string,
  folderName: string,
): ReadSummary | undefined {
  const first = files.read(path, { maxBytes: firstBytes });
  if (first === undefined) return undefined;
  let { bytes } = first;
  let isWhole = bytes.length >= first.stat.sizeBytes;
  for (;;) {
    const head = parseHead(bytes, { folder: folderName, complete: isWhole });
    // The stat belongs to the first piece: if the file changes between two pieces, the next scan sees that and reads again.
    if (head !== 'incomplete') return { summary: summaryOf(head), stat: first.stat };
    const maxBytes = pieceBytes - (bytes.length % pieceBytes);
    const piece = files.read(path, { offset: bytes.length, maxBytes })?.bytes ?? new Uint8Array();
    bytes = joined(bytes, piece);
    isWhole = piece.length < maxBytes;
  }
}

const pieceBytes = 4096;
/** Enough for nearly every frontmatter, and half as much memory to free. */
const firstBytes = 2048;

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

export function summaryOf({ fields, diagnostics }: Pick<SkillHead, 'fields' | 'diagnostics'>): SkillSummary {
  return {
    name: listedName(fields.name),
    description: listedDescription(fields.description),
    category: fields.category,
    tags: fields.tags,
    pinned: fields.pinned,
    platforms: fields.platforms,
    requires: fields.requires.map(({ slug }) => slug),
    conditions: conditionsOf(fields),
    diagnostics,
  };
}

function conditionsOf(fields: SkillFields): ToolConditions {
  const { requiresTools, requiresToolsets, fallbackForTools, fallbackForToolsets } = fields;
  const count =
    requiresTools.length + requiresToolsets.length + fallbackForTools.length + fallbackForToolsets.length;
  return count === 0
    ? noConditions
    : { requiresTools, requiresToolsets, fallbackForTools, fallbackForToolsets };
}

/** Cut without an ellipsis: a name is also an identity, and a typed name is cut in the same way. */
export function listedName(name: string): string {
  return firstCharacters(name, fieldLimits.name);
}

function listedDescription(description: string): string {
  const cut = firstCharacters(description, fieldLimits.description);
  return cut === description ? cut : `${firstCharacters(description, fieldLimits.description - 1)}…`;
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}

/*
 * A Skill back to what it was read from. Printing gives the very bytes that were parsed: an edit makes new bytes
 * and parses them again, so there is nothing to format.
 */

import type { Skill } from './skill.js';
import { decodeUtf8 } from './text.js';

/** The file, byte for byte as it was read or edited. */
export function printSkill(skill: Skill): Uint8Array {
  return skill.source;
}

/** All after the closing fence; the whole file (without its byte order mark) when there is no frontmatter. */
export function bodyOf(skill: Skill): string {
  return decodeUtf8(skill.source.subarray(skill.layout.bodyStart));
}

/** The lines between the fences; empty when there is no frontmatter. */
export function blockOf(skill: Skill): string {
  const { block } = skill.layout;
  return block === undefined ? '' : decodeUtf8(skill.source.subarray(block.start, block.end));
}

/*
 * Finds the parts of a SKILL.md. Fences are whole lines and are searched in bytes, so that offsets are exact whatever the
 * encoding. A reader may pass only the first bytes of a file: the result is then either the same as for the whole file,
 * or 'incomplete', which asks for more.
 */

import { decodeUtf8 } from '../text/utf8.js';
import type { FenceFault, Layout, Skill } from './skill.js';

/** The closing fence must be within this many bytes of the file, so that no listing ever reads more. */
export const blockLimitBytes = 256 * 1024;

/** The line on which the block starts, after the opening fence. */
export const blockLine = 2;

export function findLayout(bytes: Uint8Array, complete: true): Layout;
export function findLayout(bytes: Uint8Array, complete: boolean): Layout | 'incomplete';
export function findLayout(bytes: Uint8Array, complete: boolean): Layout | 'incomplete' {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const limit = Math.min(bytes.length, blockLimitBytes);
  const endsFile = complete && bytes.length <= blockLimitBytes;
  const wantsMore = !endsFile && limit < blockLimitBytes;
  const allBody = (fault: FenceFault): Layout => ({ start, block: undefined, bodyStart: start, fault });

  // Two bytes may be the beginning of a byte order mark.
  if (wantsMore && limit < 3) return 'incomplete';
  const blockStart = afterFence(bytes, start, limit, endsFile);
  if (blockStart === 'cut' && wantsMore) return 'incomplete';
  if (typeof blockStart !== 'number') return allBody('no-frontmatter');
  for (let line = blockStart; line < limit; line = nextLine(bytes, line, limit)) {
    const bodyStart = afterFence(bytes, line, limit, endsFile);
    if (typeof bodyStart !== 'number') continue;
    return { start, block: { start: blockStart, end: line }, bodyStart, fault: undefined };
  }
  if (wantsMore) return 'incomplete';
  return allBody(endsFile ? 'unclosed-frontmatter' : 'frontmatter-too-long');
}

/** Where the line after the fence starts; 'cut' when the bytes end before it is clear that the line is a fence. */
function afterFence(
  bytes: Uint8Array,
  line: number,
  limit: number,
  endsFile: boolean,
): number | 'no' | 'cut' {
  let at = line;
  while (at < limit && at < line + 3) {
    if (bytes[at] !== dash) return 'no';
    at += 1;
  }
  while (at < limit && (bytes[at] === space || bytes[at] === tab)) at += 1;
  if (at < limit && bytes[at] === carriageReturn) at += 1;
  if (at < limit) return bytes[at] === newline ? at + 1 : 'no';
  if (!endsFile) return 'cut';
  return limit - line >= 3 ? limit : 'no';
}

function nextLine(bytes: Uint8Array, line: number, limit: number): number {
  const end = bytes.indexOf(newline, line);
  return end === -1 ? limit : Math.min(end + 1, limit);
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;
const space = 0x20;
const dash = 0x2d;

/** The file, byte for byte as it was read or edited: an edit makes new bytes and parses them, so nothing is formatted. */
export function printSkill(skill: Skill): Uint8Array {
  return skill.source;
}

/** Everything after the closing fence; the whole file (without its byte order mark) when there is no frontmatter. */
export function bodyOf(skill: Skill): string {
  return decodeUtf8(skill.source.subarray(skill.layout.bodyStart));
}

/** The lines between the fences; empty when there is no frontmatter. */
export function blockOf(skill: Skill): string {
  const { block } = skill.layout;
  return block === undefined ? '' : decodeUtf8(skill.source.subarray(block.start, block.end));
}

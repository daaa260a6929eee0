/*
 * The `builtin-structural` verifier stage: compares the bytes before and after, independently of how the note was made.
 * Without a fault, only the managed block has changed, and the file is intact.
 */

import { findLayout } from '../../../skill/layout.js';
import { countCharacters, decodeUtf8, isUtf8 } from '../../../text/utf8.js';
import { type BlockLocation, findBlock, removeBlock } from './block.js';
import { hardCapCharacters } from './size.js';

/** Codes of the faults of the written file. */
export function structuralFaults(before: Uint8Array, after: Uint8Array): readonly string[] {
  if (!isUtf8(after)) return ['not-utf8'];
  const [oldText, newText] = [decodeUtf8(before), decodeUtf8(after)];
  const [oldLocation, newLocation] = [findBlock(oldText), findBlock(newText)];
  const chars = countCharacters(newText);
  return [
    ...(chars > hardCapCharacters ? [`over-hard-cap:${chars}>${hardCapCharacters}`] : []),
    ...(newLocation.kind === 'malformed' ? [newLocation.why] : []),
    ...(frontmatterOf(before) === frontmatterOf(after) ? [] : ['frontmatter-changed']),
    ...(sameOutside(oldText, oldLocation, newText, newLocation) ? [] : ['outside-block-changed']),
  ];
}

/** Everything before the body, including the byte order mark. */
function frontmatterOf(bytes: Uint8Array): string {
  return decodeUtf8(bytes.subarray(0, findLayout(bytes, true).bodyStart));
}

function sameOutside(
  oldText: string,
  oldLocation: BlockLocation,
  newText: string,
  newLocation: BlockLocation,
): boolean {
  if (oldLocation.kind === 'block' && newLocation.kind === 'block') {
    return (
      oldText.slice(0, oldLocation.start) === newText.slice(0, newLocation.start) &&
      oldText.slice(oldLocation.end) === newText.slice(newLocation.end)
    );
  }
  return withoutBlock(oldText, oldLocation) === withoutBlock(newText, newLocation);
}

function withoutBlock(text: string, location: BlockLocation): string {
  return location.kind === 'block' ? removeBlock(text, location) : text;
}

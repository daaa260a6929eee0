/*
 * The `builtin-structural` verifier stage: what was written against what was there before, both as bytes. It trusts nothing of how
 * the note was made. No reason means that only the block is another, and that the file is whole.
 */

import { findLayout } from '../../../skill/layout.js';
import { countCharacters, decodeUtf8, isUtf8 } from '../../../text/utf8.js';
import { type BlockLocation, findBlock, removeBlock } from './block.js';
import { hardCapCharacters } from './size.js';

/** Why the written file is refused, as codes. */
export function structuralFaults(before: Uint8Array, after: Uint8Array): readonly string[] {
  if (!isUtf8(after)) return ['not-utf8'];
  const [oldText, newText] = [decodeUtf8(before), decodeUtf8(after)];
  const [oldPlace, newPlace] = [findBlock(oldText), findBlock(newText)];
  const chars = countCharacters(newText);
  return [
    ...(chars > hardCapCharacters ? [`over-hard-cap:${chars}>${hardCapCharacters}`] : []),
    ...(newPlace.kind === 'malformed' ? [newPlace.why] : []),
    ...(frontmatterOf(before) === frontmatterOf(after) ? [] : ['frontmatter-changed']),
    ...(sameOutside(oldText, oldPlace, newText, newPlace) ? [] : ['outside-block-changed']),
  ];
}

/** All before the body, fences and byte order mark included. */
function frontmatterOf(bytes: Uint8Array): string {
  return decodeUtf8(bytes.subarray(0, findLayout(bytes, true).bodyStart));
}

function sameOutside(
  oldText: string,
  oldPlace: BlockLocation,
  newText: string,
  newPlace: BlockLocation,
): boolean {
  if (oldPlace.kind === 'block' && newPlace.kind === 'block') {
    return (
      oldText.slice(0, oldPlace.start) === newText.slice(0, newPlace.start) &&
      oldText.slice(oldPlace.end) === newText.slice(newPlace.end)
    );
  }
  return withoutBlock(oldText, oldPlace) === withoutBlock(newText, newPlace);
}

function withoutBlock(text: string, place: BlockLocation): string {
  return place.kind === 'block' ? removeBlock(text, place) : text;
}

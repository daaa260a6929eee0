/*
 * Bytes as text, and places in text: what every part of reading a file needs in the same way.
 */

/** With U+FFFD for what is not UTF-8. A byte order mark inside the file is a character like any other. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** How many lines end before this place in the text. */
export function linesBefore(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}

/** Code points: for a reader, a character outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

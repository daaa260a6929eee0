/*
 * Keys for what a transcript gives an id. A long id is unique everywhere, and must stay the same in a copy of the
 * transcript under another session's name; a short one, like `call_1`, is unique within its session at best.
 */

export function scopedKey(session: string, id: string): string {
  return id.length >= uniqueLength ? id : JSON.stringify([session, id]);
}

const uniqueLength = 16;

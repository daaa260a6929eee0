/*
 * The key of an observation that has an id. It is a file of its own because the program that hooks start needs no other
 * key, and loading the hash that those are made with would take longer than its work.
 */

/**
 * A key from an id. A long id is globally unique, and must stay the same in a copy of the transcript; a short one, like
 * `call_1`, is unique at most within its session.
 */
export function scopedKey(session: string, id: string): string {
  return id.length >= uniqueLength ? id : JSON.stringify([session, id]);
}

const uniqueLength = 16;

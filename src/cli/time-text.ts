/*
 * A time as a person reads it, in UTC, so that the same ledger reads the same everywhere.
 */

/** 0 is a time that is not known. */
export function timeText(at: number): string {
  return at === 0 ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

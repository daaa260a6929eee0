/*
 * The few words that are kept of an argument, a result or a message: redacted first, then cut, so that no part of a
 * secret is left at the cut. Whatever the value's size, only some times the limit of it is looked at.
 */

import { type Redactor, redacted } from '../../scan/secrets/redact.js';
import { compactJson } from './preview-json.js';

/** At most so many code points; the last one is `…` when there was more. Strings as they are, others as JSON. */
export function preview(value: unknown, limit: number, redact: Redactor): string {
  // A code point takes at most two units, and a secret that begins before the cut must be in sight whole enough to
  // be known as one.
  const window = 2 * limit + secretLength;
  const text =
    typeof value === 'string' ? value.slice(0, window + 1) : compactJson(value, window + 1, hidden);
  const isWhole = text.length <= window;
  const safe = redact(plain(text.slice(0, window)));
  // The last stretch may hold the beginning of a secret that the window cut, and a secret before it that was long has
  // moved it forward.
  const shown = isWhole ? safe : safe.slice(0, Math.max(0, safe.length - secretLength));
  return cut(wellFormed(shown), limit, !isWhole);
}

/** A secret is known by as much of it as this, and cut off after it too. */
const secretLength = 512;

const hidden = redacted('secret');

/** Without colours, and without characters that are no text. Before redacting: they could stand inside a secret. */
function plain(text: string): string {
  return unseen.test(text)
    ? text.replace(/\u001b\[[\d;?]{0,20}[A-Za-z]|[\0-\b\v-\u001f\u007f-\u009f]/g, '')
    : text;
}

const unseen = /[\0-\b\v-\u001f\u007f-\u009f]/;

/** What a cut leaves of a pair, or half a pair that was there before, is shown as the replacement character. */
function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text;
}

/** Counted unit by unit: this is done for every event, and a list of the code points would be most of the cost. */
function cut(text: string, limit: number, hasMore: boolean): string {
  if (!hasMore && text.length <= limit) return text;
  let points = 0;
  let end = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    const isLow = (text.charCodeAt(unit) & 0xfc00) === 0xdc00;
    if (isLow) continue;
    points += 1;
    if (points === limit) end = unit;
    if (points > limit) break;
  }
  if (!hasMore && points <= limit) return text;
  if (limit < 1) return '';
  return `${points < limit ? text : text.slice(0, end)}…`;
}

/*
 * What a person decided to leave out of a merge, line by line and each with a reason. A line may have a replacement,
 * which then stands in its place.
 */

import { parseJson } from '../../../text/json.js';
import { isObject, isText } from '../../../text/shape.js';
import { normalised } from './atoms.js';

export interface Drop {
  readonly text: string;
  readonly reason: string;
  /** The name or id of one source; all of them where it is absent. */
  readonly source?: string;
  readonly replacement?: string;
}

/** A list as JSON, or one object per line; a sentence about the fault where it is none. */
export function parseDropped(text: string): readonly Drop[] | string {
  const whole = parseJson(text);
  const values: readonly unknown[] = Array.isArray(whole)
    ? whole
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseJson);
  const drops: Drop[] = [];
  for (const [at, value] of values.entries()) {
    if (!isObject(value) || !isText(value['text']) || !isText(value['reason']))
      return `entry ${at + 1} needs "text" and "reason"`;
    if (value['text'].trim() === '' || value['reason'].trim() === '')
      return `entry ${at + 1} has an empty "text" or "reason"`;
    const { text: dropped, reason, source, replacement } = value;
    if ((source !== undefined && !isText(source)) || (replacement !== undefined && !isText(replacement)))
      return `"source" and "replacement" of entry ${at + 1} must be text`;
    drops.push({
      text: dropped,
      reason,
      ...(source !== undefined && { source }),
      ...(replacement !== undefined && { replacement }),
    });
  }
  return drops;
}

/** The entry about a line of a source. A list mark before the text does not matter. */
export function dropFor(
  drops: readonly Drop[],
  source: { readonly id: string; readonly name: string },
  text: string,
): Drop | undefined {
  const wanted = comparable(text);
  return drops.find(
    (drop) =>
      (drop.source === undefined || drop.source === source.id || drop.source === source.name) &&
      (drop.text === text || comparable(drop.text) === wanted),
  );
}

function comparable(text: string): string {
  return normalised(text).replace(/^(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+/, '');
}

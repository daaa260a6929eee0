/*
 * Which slugs are refused or warned about at a publish. A similar slug is one that a person could mistake for another: a
 * letter added, missing or different, two letters swapped, a digit that looks like a letter, hyphens moved. It is
 * published with a warning, since it may be an accident or a trap.
 */

import { CoppiceError } from '../../text/errors.js';
import { baseOf } from '../api/item-slug.js';

/** Those of `existing` that a person could mistake for `slug`, sorted; never the slug itself. */
export function similarSlugs(slug: string, existing: readonly string[]): readonly string[] {
  const shape = shapeOf(slug);
  return existing
    .filter((other) => other !== slug)
    .filter((other) => shapeOf(other) === shape || isOneTypoAway(slug, other))
    .sort();
}

/** Whether the slug is an address of one of the server's own pages, or a word that programs write for a missing name. */
export function isReservedSlug(slug: string): boolean {
  return reserved.includes(baseOf(slug));
}

export function refuseReservedSlug(slug: string): void {
  if (isReservedSlug(slug)) throw new CoppiceError('bad-value', `the slug \`${slug}\` is reserved`);
}

const reserved = ['new', 'admin', 'api', 'null', 'undefined'];

function shapeOf(slug: string): string {
  return slug
    .replaceAll('-', '')
    .replace(/[015]/g, (digit) => letterLike[digit] ?? digit)
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const letterLike: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '5': 's' };

/** Names as short as `a` and `b` are all one typo apart, and nobody mistakes them. */
const minLength = 4;

function isOneTypoAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < minLength || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return !isDigit(long[at]) && short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return !(isDigit(short[at]) && isDigit(long[at]));
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isSwapped && short.slice(at + 2) === long.slice(at + 2);
}

/** Different numbers are intended: `report-1` and `report-2` are a series. */
function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(character);
}

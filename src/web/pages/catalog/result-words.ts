/*
 * How much a list has found, in words. The registry does not count what is on later pages, so that no list gets slower by
 * being long.
 */

import { counted, countText } from '../../parts/counted.js';

export const pageSize = 50;

interface Shown {
  /** How many pages come before this one. */
  readonly pagesBefore: number;
  readonly count: number;
  readonly hasMore: boolean;
}

export function resultWords({ pagesBefore, count, hasMore }: Shown): string {
  const before = pagesBefore * pageSize;
  const last = before + count;
  if (before > 0 && count > 0) {
    return `Results ${countText(before + 1)} to ${countText(last)}${hasMore ? ', and more' : ` of ${countText(last)}`}`;
  }
  if (hasMore) return `More than ${countText(count)} results`;
  return count === 0 ? 'No results' : counted(count, 'result');
}

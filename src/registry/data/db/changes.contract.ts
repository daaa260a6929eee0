/*
 * What every implementation of Changes keeps, while it hears.
 */

import { expect, test } from 'vitest';
import { type Changed, type Changes, changedParts } from './changes.js';

export function changesContract(name: string, changes: () => Changes): void {
  const now = (tenantId: number): readonly (number | undefined)[] =>
    changedParts.map((part) => changes().revision({ tenantId, part }));

  /** Which numbers of the tenant moved. */
  function moved(tenantId: number, changed: Changed): readonly string[] {
    const before = now(tenantId);
    changes().advance(changed);
    const after = now(tenantId);
    return changedParts.filter((_, index) => {
      expect(after[index] ?? Number.NaN).toBeGreaterThanOrEqual(before[index] ?? Number.NaN);
      return after[index] !== before[index];
    });
  }

  test(`${name}: a change moves its own number, and one of the catalog that of use, too`, () => {
    expect(moved(1, { tenantId: 1, part: 'access' })).toEqual(['access']);
    expect(moved(1, { tenantId: 1, part: 'usage' })).toEqual(['usage']);
    expect(moved(1, { tenantId: 1, part: 'catalog' })).toEqual(['catalog', 'usage']);
  });

  test(`${name}: a change moves no number of another tenant`, () => {
    for (const part of changedParts) expect(moved(1, { tenantId: 11, part })).toEqual([]);
  });
}

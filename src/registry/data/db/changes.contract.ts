/*
 * What every implementation of Changes guarantees while it receives changes.
 */

import { expect, test } from 'vitest';
import { type Changed, type Changes, changedParts } from './changes.js';

export function changesContract(name: string, changes: () => Changes): void {
  const now = (tenantId: number): readonly (number | undefined)[] =>
    changedParts.map((part) => changes().revision({ tenantId, part }));

  /** Which revisions of the tenant advanced. */
  function advanced(tenantId: number, changed: Changed): readonly string[] {
    const before = now(tenantId);
    changes().advance(changed);
    const after = now(tenantId);
    return changedParts.filter((_, index) => {
      expect(after[index] ?? Number.NaN).toBeGreaterThanOrEqual(before[index] ?? Number.NaN);
      return after[index] !== before[index];
    });
  }

  test(`${name}: a change advances its own revision, and one of the catalog also that of usage`, () => {
    expect(advanced(1, { tenantId: 1, part: 'access' })).toEqual(['access']);
    expect(advanced(1, { tenantId: 1, part: 'usage' })).toEqual(['usage']);
    expect(advanced(1, { tenantId: 1, part: 'catalog' })).toEqual(['catalog', 'usage']);
  });

  test(`${name}: a change advances no revision of another tenant`, () => {
    for (const part of changedParts) expect(advanced(1, { tenantId: 11, part })).toEqual([]);
  });
}

/*
 * The numbers behind Changes: one for every part of every tenant, which only moves forward.
 */

import type { Changed, ChangedPart } from './changes.js';

export interface Revisions {
  of(changed: Changed): number;
  move(changed: Changed): void;
  /** Anything may have changed. */
  moveAll(): void;
}

export function countRevisions(): Revisions {
  const counts = new Map<string, number>();
  let ofAll = 0;
  const count = (tenantId: number, part: ChangedPart): number => counts.get(`${tenantId}:${part}`) ?? 0;
  const add = (tenantId: number, part: ChangedPart): void => {
    counts.set(`${tenantId}:${part}`, count(tenantId, part) + 1);
  };
  return {
    of: ({ tenantId, part }) => ofAll + count(tenantId, part),
    move: ({ tenantId, part }) => {
      add(tenantId, part);
      // Answers about use name items, so they change with the catalog.
      if (part === 'catalog') add(tenantId, 'usage');
    },
    moveAll: () => {
      ofAll += 1;
    },
  };
}

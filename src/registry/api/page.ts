/*
 * Lists come in pages: `{items, next_cursor}`. A cursor is opaque, belongs to the query it came from, and a page never
 * repeats or loses what was there when the first was asked for.
 */

import { z } from 'zod';

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1_024).optional(),
};

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** A flag in a query: `true`, `1`, `false`, `0`, or nothing after the name. */
export const queryFlag = z
  .enum(['true', '1', '', 'false', '0'])
  .transform((given) => given !== 'false' && given !== '0')
  .optional();

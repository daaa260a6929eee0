/*
 * The error answers of the registry: one shape, and one status for each code.
 */

import { z } from 'zod';

/** The HTTP status of each code. */
export const refusalStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  misdirected: 421,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;
export type RefusalCode = keyof typeof refusalStatus;

export const refusalAnswer = z.object({
  error: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type RefusalAnswer = z.infer<typeof refusalAnswer>;

/*
 * An error as documents show it.
 */

import { CoppiceError } from '../../text/errors.js';

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Whatever was thrown: a fault of the program in one place must not hide what was done in others. */
export function reportedError(thrown: unknown): ReportedError {
  if (thrown instanceof CoppiceError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint ?? null };
  }
  return { code: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown), hint: null };
}

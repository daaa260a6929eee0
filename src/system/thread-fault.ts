/*
 * An error on its way from one thread to another: instances of classes cannot be transferred, so it is sent as plain data
 * and created again.
 */

import { CoppiceError, type ErrorCode } from '../text/errors.js';

export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly data: CoppiceError['data'];
}

export function faultOf(error: unknown): Fault {
  if (error instanceof CoppiceError) {
    const { code, message, hint, data } = error;
    return { code, message, hint, data };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal', message, hint: undefined, data: undefined };
}

export function errorOf({ code, message, hint, data }: Fault): CoppiceError {
  return new CoppiceError(code, message, {
    ...(hint !== undefined && { hint }),
    ...(data !== undefined && { data }),
  });
}

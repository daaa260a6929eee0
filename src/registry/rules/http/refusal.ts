/*
 * From an error to the error answer: one table of codes, one shape. Any other error is a fault of the server, of which
 * the caller learns nothing but the id of the request.
 */

import { CoppiceError, type ErrorCode } from '../../../text/errors.js';
import { type RefusalAnswer, type RefusalCode, refusalStatus } from '../../api/refusal.js';

const codes: Readonly<Partial<Record<ErrorCode, RefusalCode>>> = {
  'bad-value': 'bad_request',
  'bad-name': 'bad_request',
  'bad-bundle': 'bad_request',
  'would-break-skill': 'bad_request',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  'not-found': 'not_found',
  conflict: 'conflict',
  'already-exists': 'conflict',
  'already-decided': 'conflict',
  'too-large': 'payload_too_large',
  'bundle-too-large': 'payload_too_large',
  'rate-limited': 'rate_limited',
  unavailable: 'unavailable',
  'disk-full': 'unavailable',
};

export interface Refusal {
  readonly status: number;
  readonly answer: RefusalAnswer;
  readonly headers: Readonly<Record<string, string>>;
}

export function refusalOf(error: unknown): Refusal {
  const code = error instanceof CoppiceError ? codes[error.code] : undefined;
  if (!(error instanceof CoppiceError) || code === undefined)
    return refusal('internal_error', 'the server failed; see its log under the id of this request');
  // Where the storage is concerns the operator alone, and is in the log.
  const message = error.code === 'disk-full' ? 'the registry has no space left' : withHint(error);
  return refusal(code, message, error.data, headersOf(code, error));
}

export function refusal(
  code: RefusalCode,
  message: string,
  details?: RefusalAnswer['details'],
  headers: Refusal['headers'] = {},
): Refusal {
  const answer = details === undefined ? { error: code, message } : { error: code, message, details };
  return { status: refusalStatus[code], answer, headers };
}

function withHint({ message, hint }: CoppiceError): string {
  return hint === undefined ? message : `${message}; ${hint}`;
}

function headersOf(code: RefusalCode, { data }: CoppiceError): Refusal['headers'] {
  switch (code) {
    case 'unauthorized':
      return { 'www-authenticate': 'Bearer realm="coppice"' };
    case 'rate_limited':
      return { 'retry-after': String(data?.['retryAfterSeconds'] ?? 60) };
    case 'unavailable':
      return { 'retry-after': '5' };
    default:
      return {};
  }
}

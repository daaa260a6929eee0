/*
 * What is wrong with a request of SCIM, and its refusal in the format of SCIM (RFC 7644, 3.12).
 */

import { CoppiceError } from '../../../text/errors.js';
import type { Refusal } from '../http/refusal.js';

type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidValue' | 'noTarget' | 'tooMany' | 'uniqueness';

export function invalidFilter(reason: string): CoppiceError {
  return scimFault('invalidFilter', `the filter cannot be read: ${reason}`);
}

export function invalidPath(reason: string): CoppiceError {
  return scimFault('invalidPath', `the path cannot be read: ${reason}`);
}

export function invalidValue(reason: string): CoppiceError {
  return scimFault('invalidValue', reason);
}

export function tooMany(reason: string): CoppiceError {
  return scimFault('tooMany', reason);
}

/** Somebody, or another group, has the name or the id already. */
export function notUnique(reason: string): CoppiceError {
  return new CoppiceError('conflict', reason, { data: { scimType: 'uniqueness' satisfies ScimType } });
}

function scimFault(scimType: ScimType, message: string): CoppiceError {
  return new CoppiceError('bad-value', message, { data: { scimType } });
}

export const scimMediaType = 'application/scim+json; charset=utf-8';

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface ScimErrorAnswer {
  readonly schemas: readonly [typeof errorSchema];
  /** As a text, as the standard demands. */
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
}

export function scimError({ status, answer }: Pick<Refusal, 'status' | 'answer'>): ScimErrorAnswer {
  const scimType = answer.details?.['scimType'];
  return {
    schemas: [errorSchema],
    status: String(status),
    ...(typeof scimType === 'string' && { scimType }),
    detail: answer.message,
  };
}

/*
 * The days in the address of a request.
 */

import { CoppiceError } from '../../text/errors.js';
import { maxDays } from '../api/acts.js';

/** `usual` where the address has none. */
export function daysInQuery(query: URLSearchParams, usual: number): number {
  const days = Number(query.get('days') ?? usual);
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return days;
  throw new CoppiceError('bad-value', `days must be a whole number from 1 to ${maxDays}`);
}

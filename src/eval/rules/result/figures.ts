/*
 * Figures of a result as text, the same in every form of it.
 */

import { grouped, signed as signedNumber } from '../../../text/plural.js';
import type { Arm } from '../recording.js';
import type { Firing } from '../streams/firing.js';
import type { Difference, Estimate, EvalVerdict } from './eval-result.js';

export const armTitles: Readonly<Record<Arm, string>> = {
  with: 'with the skill',
  without: 'without it',
  old: 'with the old text',
};

export const verdictTitles: Readonly<Record<EvalVerdict, string>> = {
  helps: 'helps',
  harms: 'harms',
  'no-verdict': 'no verdict',
};

export const firingTitles: Readonly<Record<Firing, string>> = {
  fired: 'loaded the skill',
  'not-fired': 'did not load the skill',
  denied: 'was not allowed to load the skill',
  claimed: 'reports a skill that it was not given',
  unknown: 'unknown whether it loaded the skill',
};

export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? 'none' : value.toFixed(2);
}

export function estimate(given: Estimate | null): string {
  return given === null ? 'none' : `${score(given.value)} (${score(given.low)} to ${score(given.high)})`;
}

export function difference(given: Difference | null): string {
  if (given === null) return 'none';
  return `${signed(given.value)} (${signed(given.low)} to ${signed(given.high)})`;
}

export function signed(value: number | null): string {
  return value === null ? 'none' : signedNumber(value);
}

export function usd(value: number | null): string {
  if (value === null) return 'not stated';
  return `${value.toFixed(value > 0 && value < 0.1 ? 4 : 2)} USD`;
}

export function average(value: number | null, digits = 1): string {
  return value === null ? 'none' : value.toFixed(digits);
}

export function tokens(value: number | null): string {
  return value === null ? 'not stated' : grouped(Math.round(value));
}

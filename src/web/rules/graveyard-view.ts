/*
 * The view of the graveyard in its address: the list, the kind and the thresholds. Thresholds that equal the team's policy
 * are not in the address, so that they follow the policy.
 */

import type { Kind } from '../../registry/api/names.js';
import type { DecayPolicy } from '../../registry/api/settings.js';
import { kindIn, withQuery } from './address.js';
import { groupedCount } from './wording.js';

export type Thresholds = Pick<DecayPolicy, 'days' | 'max_uses' | 'grace_days'>;
export type ThresholdName = keyof Thresholds;

/** The maximum values that the registry accepts. */
export const maxOf: Thresholds = { days: 1_825, max_uses: 1_000_000, grace_days: 1_825 };

export interface GraveyardView {
  readonly list: 'candidates' | 'archived';
  readonly kind: Kind;
}

export function graveyardViewIn(query: URLSearchParams): GraveyardView {
  return {
    list: query.get('list') === 'archived' ? 'archived' : 'candidates',
    kind: kindIn(query),
  };
}

export function thresholdsIn(query: URLSearchParams, policy: Thresholds): Thresholds {
  const read = (name: ThresholdName) => countIn(query.get(name), maxOf[name]) ?? policy[name];
  return { days: read('days'), max_uses: read('max_uses'), grace_days: read('grace_days') };
}

/** Undefined if the text is not a count. */
export function countIn(text: string | null, max: number): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), max) : undefined;
}

export function graveyardAddress(
  { list, kind }: GraveyardView,
  asked: { readonly thresholds: Thresholds; readonly policy: Thresholds } | { readonly cursor?: string } = {},
): string {
  const parameters = {
    list: list === 'candidates' ? undefined : list,
    kind: kind === 'skill' ? undefined : kind,
  };
  if (!('thresholds' in asked)) return withQuery('/graveyard', { ...parameters, cursor: asked.cursor });
  const { thresholds, policy } = asked;
  const said = (name: ThresholdName) => (thresholds[name] === policy[name] ? undefined : thresholds[name]);
  return withQuery('/graveyard', {
    ...parameters,
    days: said('days'),
    max_uses: said('max_uses'),
    grace_days: said('grace_days'),
  });
}

export function isSame(a: Thresholds, b: Thresholds): boolean {
  return a.days === b.days && a.max_uses === b.max_uses && a.grace_days === b.grace_days;
}

/** A decay policy in words. */
export function policyText(kind: Kind, policy: DecayPolicy): string {
  const fate = policy.enabled ? 'are flagged automatically' : 'would be flagged, but the policy is off';
  return `The team's policy: ${thresholdsText(kind, policy)} ${fate}.`;
}

/** What the candidates are, as the object of a sentence. */
export function thresholdsText(kind: Kind, policy: DecayPolicy): string {
  const { days, max_uses: maxUses, grace_days: graceDays, counting, declining } = policy;
  const uses = `fewer than ${groupedCount(maxUses, 'use')} (views and downloads included)`;
  const idle =
    counting === 'window'
      ? `${kind}s with ${uses} in ${groupedCount(days, 'day')}`
      : `${kind}s not used for ${groupedCount(days, 'day')} and with ${uses}`;
  return [
    idle,
    ...(declining ? [' or used less than half a year before'] : []),
    ...(graceDays > days ? [`, published more than ${groupedCount(graceDays, 'day')} ago`] : []),
  ].join('');
}

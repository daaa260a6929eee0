/*
 * A decay policy in words.
 */

import type { Kind } from '../../../registry/api/names.js';
import type { DecayPolicy } from '../../../registry/api/settings.js';
import { counted } from '../../parts/counted.js';

export function policyText(kind: Kind, policy: DecayPolicy): string {
  const fate = policy.enabled ? 'are flagged by themselves' : 'would be flagged, but the policy is off';
  return `The team's policy: ${thresholdsText(kind, policy)} ${fate}.`;
}

/** What the candidates are, as the object of a sentence. */
export function thresholdsText(kind: Kind, policy: DecayPolicy): string {
  const { days, max_uses: maxUses, grace_days: graceDays, counting, declining } = policy;
  const uses = `fewer than ${counted(maxUses, 'use')}`;
  const idle =
    counting === 'window'
      ? `${kind}s with ${uses} in ${counted(days, 'day')}`
      : `${kind}s not used for ${counted(days, 'day')} and with ${uses}`;
  return [
    idle,
    ...(declining ? [' or used less than half a year before'] : []),
    ...(graceDays > days ? [`, published more than ${counted(graceDays, 'day')} ago`] : []),
  ].join('');
}

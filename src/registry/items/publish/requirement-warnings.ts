/*
 * Warns about requirements of a new version that nothing published satisfies. They are legal, because what they name may
 * still come, but a mistyped name looks the same.
 */

import type { Turns } from '../../../system/turns.js';
import type { Queries } from '../../data/db/database.js';
import { keyOf } from '../../rules/versions/item-key.js';
import { highestFitting } from '../../rules/versions/offer.js';
import { type Requirement, requirementText } from '../../rules/versions/requirement.js';
import { explainUnresolved } from '../catalog/explain-unresolved.js';
import { queryOffers } from '../catalog/read-offers.js';

/** Each as one sentence, judged by what is published in the transaction. */
export async function requirementWarnings(
  transaction: Queries,
  tenantId: number,
  requirements: readonly Requirement[],
  turns: Turns,
): Promise<readonly string[]> {
  if (requirements.length === 0) return [];
  const offers = await queryOffers(transaction, tenantId, requirements);
  const byKey = new Map(offers.map((offer) => [keyOf(offer), offer]));
  const open = requirements.filter((requirement) => {
    const offer = byKey.get(keyOf(requirement));
    return offer === undefined || highestFitting(offer, requirement.range) === undefined;
  });
  const demands = open.map((requirement) => ({ ...requirement, requiredBy: null }));
  const explained = await explainUnresolved(transaction, tenantId, demands, turns);
  return explained.map(({ slug, range, reason = '', similar = [] }) => {
    const names = similar.filter((near) => near.kind === 'skill').map((near) => `\`${near.slug}\``);
    const near = names.length === 0 ? '' : `; similar names are ${names.join(', ')}`;
    return `\`${requirementText({ slug, range })}\`, which it requires, cannot be installed yet: ${reason}${near}`;
  });
}

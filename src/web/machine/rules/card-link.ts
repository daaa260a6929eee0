/*
 * The page on which a card is settled, where no single act does it: by a decision, or by looking first.
 */

import type { Card } from '../../../machine/api/today.js';
import { skillAddress } from './machine-address.js';

export interface CardLink {
  readonly href: string;
  readonly label: string;
}

/** Undefined where only the command helps. */
export function cardLink({ kind, skills: [first] }: Pick<Card, 'kind' | 'skills'>): CardLink | undefined {
  switch (kind) {
    case 'proposals':
      return { href: '/machine/review', label: 'Review them' };
    case 'over-budget':
      return { href: '/machine/tidy', label: 'See what takes the room' };
    case 'overlap':
      return { href: '/machine/tidy', label: 'Compare them' };
    default:
      return first === undefined ? undefined : { href: skillAddress(first), label: 'See what is wrong' };
  }
}

/*
 * The live items that require something which is about to leave new resolutions: named in a warning, or, where the caller
 * wants that, in a refusal.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { Demand } from '../../rules/versions/conflict.js';
import { requirementText } from '../../rules/versions/requirement.js';

export interface Dependent extends Demand {
  readonly version: string;
}

/** `app` (1.2.0, `lib@^1`) */
export function demandText({ by, version, requirement }: Dependent): string {
  const kind = by.kind === 'skill' ? '' : `${by.kind} `;
  return `${kind}\`${by.slug}\` (${version}, \`${requirementText(requirement)}\`)`;
}

export function requiredText(slug: string, dependents: readonly string[]): string {
  return `\`${slug}\` is required by ${dependents.join(', ')}, which cannot be installed without a lock now`;
}

export function refuseRequired(slug: string, demands: readonly Dependent[]): void {
  if (demands.length === 0) return;
  throw new CoppiceError('conflict', `\`${slug}\` is required by ${demands.map(demandText).join(', ')}`, {
    hint: 'without if_unrequired it is done all the same, and new installs of these items fail',
    data: {
      dependents: demands.map(({ by, version, requirement }) => ({
        ...by,
        version,
        range: requirement.range,
      })),
    },
  });
}

/*
 * Names that a tenant protects: only a curator publishes such a name first, and neither does anybody else publish one that
 * a person could mistake for it.
 */

import { CoppiceError } from '../../text/errors.js';
import { matchesName } from '../api/rights.js';
import { isAllowed } from './access/decide.js';
import type { Caller } from './access/principal.js';
import { similarSlugs } from './slugs.js';

export function refuseProtected({ principal, tenant }: Caller, slug: string): void {
  const { protected_names: names } = tenant.settings;
  const exact = names.filter((name) => !name.includes('*'));
  const found = names.find((name) => matchesName(name, slug)) ?? similarSlugs(slug, exact)[0];
  if (found === undefined || isAllowed(principal, 'curate', { slug })) return;
  const why = matchesName(found, slug)
    ? 'is protected'
    : `is easily mistaken for \`${found}\`, which is protected`;
  throw new CoppiceError('forbidden', `the name \`${slug}\` ${why}`, {
    hint: 'propose it, and a curator publishes it first',
    data: { propose: true },
  });
}

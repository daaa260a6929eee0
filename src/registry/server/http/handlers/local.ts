/*
 * Handlers for the skills of the machine, on a server that was started with --local.
 */

import { CoppiceError } from '../../../../text/errors.js';
import type { localRoutes } from '../../../api/routes/local.js';
import type { Tenant } from '../../../rules/access/principal.js';
import { importSkills } from '../../local/import-skills.js';
import { listLocal } from '../../local/list-local.js';
import type { LocalSkills } from '../../local/local-skills.js';
import { localTenant } from '../../local/local-tenant.js';
import type { Handlers } from '../handler.js';

export function localHandlers(local: LocalSkills | undefined): Handlers<typeof localRoutes> {
  const skillsFor = ({ slug }: Tenant): LocalSkills => {
    if (local !== undefined && slug === localTenant) return local;
    throw new CoppiceError('not-found', 'this server does not offer the skills of its machine', {
      hint: 'start it with: coppice registry serve --local',
    });
  };
  return {
    listLocalSkills: async ({ registry, tenant }) => ({
      json: { found: await listLocal(registry.database, tenant.id, skillsFor(tenant)) },
    }),
    importLocalSkills: async ({ registry, tenant, caller, body }) => ({
      json: await importSkills(registry, caller(), skillsFor(tenant), body.ids),
    }),
  };
}

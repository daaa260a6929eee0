/*
 * What members of each role may do, in the words of people.
 */

import type { Role } from '../../registry/api/names.js';

export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'Search the catalog and install',
  publisher: 'Search, install, publish, and propose drafts',
  curator: 'Search, install, publish, review drafts, and flag what is unused',
  admin: 'Everything, including members and settings',
};

/** From the least to the most. */
export const roles = ['viewer', 'publisher', 'curator', 'admin'] as const satisfies readonly Role[];

/*
 * What members of each role may do, in the words of people.
 */

import type { Role } from '../../registry/api/names.js';

export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'Search the catalog and install',
  proposer: 'Search, install, and propose drafts',
  publisher: 'Search, install, propose drafts, and publish',
  curator: 'Search, install, publish, review drafts, read usage, and flag what is unused',
  admin: 'Everything, including members and settings',
};

/** From the least to the most. */
export const roles = [
  'viewer',
  'proposer',
  'publisher',
  'curator',
  'admin',
] as const satisfies readonly Role[];

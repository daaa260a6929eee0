/*
 * The migrations in their order. A released one never changes; what has to change gets a new one.
 */

import tenants from './migrations/0001-tenants.sql';
import catalog from './migrations/0002-catalog.sql';
import usage from './migrations/0003-usage.sql';
import draftsAndJobs from './migrations/0004-drafts-and-jobs.sql';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
}

export const migrations: readonly Migration[] = [
  { number: 1, name: 'tenants', text: tenants },
  { number: 2, name: 'catalog', text: catalog },
  { number: 3, name: 'usage', text: usage },
  { number: 4, name: 'drafts-and-jobs', text: draftsAndJobs },
];

/*
 * Verbs of whoever runs a registry: the server, and its database.
 */

import { defaultHost, defaultPort } from '../rules/defaults.js';
import type { Verb } from '../verb.js';

export const registryVerbs: readonly Verb[] = [
  {
    name: 'registry serve',
    group: 'registry',
    summary: 'Serve a registry of skills to a team, or to yourself',
    description: [
      'Starts its own PostgreSQL unless COPPICE_DATABASE_URL names one, brings the database up to date, and prints the address once it answers. Everything else is set by variables (docs/http-api.md lists them). The log is JSON lines on stderr.',
      'With --local it is for one person on this machine: nothing has to be made first, it prints a link to sign in with, and the skills of this machine can be imported with their use, from the page or with --import. The link is new at every start, good once and for a day.',
      'Ctrl-C or SIGTERM stops it: requests under way are finished and what was counted is written. A second one ends it at once.',
    ],
    arguments: [],
    flags: [
      {
        name: 'host',
        value: 'ADDRESS',
        fallback: defaultHost,
        summary: 'Where it listens; 0.0.0.0 for the whole network',
      },
      {
        name: 'port',
        value: 'N',
        fallback: String(defaultPort),
        summary: 'On which port; 0 for one that is free',
      },
      {
        name: 'local',
        summary: 'For one person on this machine; takes a free port where the usual one is taken',
      },
      {
        name: 'import',
        summary: 'With --local: publish the skills of this machine before it says that it is ready',
      },
    ],
    examples: [
      { command: 'coppice registry serve --local', says: 'a catalog of your own skills' },
      { command: 'coppice registry serve', says: 'for a team, on this machine' },
      { command: 'coppice registry serve --host 0.0.0.0 --port 80', says: 'for the network' },
    ],
    load: async () => (await import('../commands/registry-serve.js')).runRegistryServe,
  },
  {
    name: 'registry migrate',
    group: 'registry',
    summary: "Bring the registry's database up to date",
    description: [
      'A server does so itself when it starts. A database that a newer version has changed is left alone.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry migrate', says: 'before the servers of a new version start' }],
    load: async () => (await import('../commands/registry-migrate.js')).runRegistryMigrate,
  },
];

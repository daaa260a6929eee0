/*
 * Verbs of whoever runs a registry: the server, and its database.
 */

import { defaultHost, defaultPort } from '../rules/defaults.js';
import type { VerbRecord } from '../rules/verb.js';

export const registryVerbs = [
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
  },
] as const satisfies readonly VerbRecord[];

/*
 * Verbs that look after what a registry keeps: its backup, whether all is well, what must go, and the git mirror.
 */

const backupArgument = { name: 'folder', summary: 'The folder of the backup', completes: 'path' } as const;

export const registryUpkeepVerbs = [
  {
    name: 'registry admin backup',
    group: 'registry',
    summary: 'Write everything the registry keeps into a folder',
    description: [
      'All rows of one instant and all bundles, while the server goes on. Tokens are in it as hashes only; keep it like the registry itself all the same. The folder is new, and has its name only once it is whole. Exit code 1 when bundles are missing from the storage: the rest is backed up, and they are named.',
    ],
    arguments: [backupArgument],
    flags: [],
    examples: [{ command: 'coppice registry admin backup /var/backups/skills-monday', says: 'as of now' }],
  },
  {
    name: 'registry admin restore',
    group: 'registry',
    summary: 'Bring a backup back into an empty registry',
    description: [
      'The whole backup is checked first: one that is cut short or was changed restores nothing. A registry in which there is anything is left as it is. Tokens are good again as they were.',
    ],
    arguments: [backupArgument],
    flags: [],
    examples: [
      {
        command: 'coppice registry admin restore /var/backups/skills-monday',
        says: 'into the database and storage of the environment',
      },
    ],
  },
  {
    name: 'registry admin verify',
    group: 'registry',
    summary: 'Check everything the registry keeps',
    description: [
      'Reads every bundle again and compares it with what was published; checks the latest versions, the sums of use and the outbox. Changes nothing. Exit code 1 when there are problems.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry admin verify', says: 'after a restore, or once a week' }],
  },
  {
    name: 'registry admin purge',
    group: 'registry',
    summary: 'Take a published version out for good',
    description: [
      'For a secret that was published, or where the law says so; to make people stop using a version, yank it instead. The row and the bytes go, the number stays burnt, the audit says why. Where live items require the version, nothing is done without --force. The git mirror removes its folder, but its history is yours to rewrite.',
    ],
    arguments: [{ name: 'version', summary: 'What goes, as KIND/SLUG@VERSION' }],
    flags: [
      { name: 'tenant', value: 'SLUG', summary: 'Of this tenant', required: true },
      { name: 'reason', value: 'TEXT', summary: 'Why, for the audit', required: true },
      { name: 'force', summary: 'Also when live items require it' },
    ],
    examples: [
      {
        command: 'coppice registry admin purge skill/deploy@1.2.0 --tenant acme --reason "holds a key"',
        says: 'not to be undone',
      },
    ],
  },
  {
    name: 'registry admin mirror reconcile',
    group: 'registry',
    summary: 'Compare the git mirror with the registry, and mend it',
    description: [
      'In the repository that COPPICE_GIT_REPO_PATH names. What is missing is committed, what differs is written anew, what was purged goes; what the registry knows nothing of is told and left. Exit code 1 when bundles are missing from the storage.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry admin mirror reconcile', says: 'or to fill a new repository' }],
  },
] as const satisfies readonly VerbRecord[];

/*
 * Verbs of whoever runs a registry: the server, and its database.
 */

import { defaultHost, defaultPort } from '../rules/defaults.js';
import type { VerbRecord } from '../rules/verb.js';

export const registryVerbs = [
  {
    name: 'registry serve',
    group: 'registry',
    summary: 'Serve a registry of skills, for a team or for yourself',
    description: [
      'Starts its own PostgreSQL unless COPPICE_DATABASE_URL names one, migrates the database, and prints the URL once it accepts requests. Environment variables set everything else (docs/http-api.md lists them). The log is written to stderr as JSON lines.',
      'With --local it is for one person on this machine: no setup is needed, it prints a sign-in link, and has what you publish to it. Your skills themselves are in `coppice open`; nothing is imported. Each start creates a new link, which works once, within a day.',
      'Ctrl-C or SIGTERM stops it: /readyz fails, for COPPICE_STOP_GRACE_SECS seconds (5; 0 with --local) clients are asked to connect elsewhere, then open requests are finished and counters are saved. A second signal stops it at once.',
    ],
    arguments: [],
    flags: [
      {
        name: 'host',
        value: 'ADDRESS',
        fallback: defaultHost,
        summary: 'The address to listen on; 0.0.0.0 for all networks',
      },
      {
        name: 'port',
        value: 'N',
        fallback: String(defaultPort),
        summary: 'The port to listen on; 0 for any free port',
      },
      {
        name: 'local',
        summary: 'For one person on this machine; uses a free port if the default one is taken',
      },
      {
        name: 'import',
        summary: 'Has no effect any more, and is accepted so that older scripts stay valid',
      },
    ],
    examples: [
      { command: 'coppice registry serve --local', says: 'a registry of your own' },
      { command: 'coppice registry serve', says: 'for a team, on this machine' },
      { command: 'coppice registry serve --host 0.0.0.0 --port 80', says: 'for the network' },
    ],
  },
  {
    name: 'registry migrate',
    group: 'registry',
    summary: "Migrate the registry's database to this version",
    description: [
      'A server does this itself when it starts. A database that was migrated by a newer version is not changed.',
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
    name: 'registry admin sweep',
    group: 'registry',
    summary: 'Flag items that are no longer used, without waiting for the server',
    description: [
      'Does what the server does once a day (COPPICE_DECAY_CHECK_INTERVAL_SECS): applies the decay policy of every tenant and flags what nobody uses. Nothing is archived; a curator decides. The server still does its next sweep when it is due.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry admin sweep', says: 'after the policy was changed' }],
  },
  {
    name: 'registry admin backup',
    group: 'registry',
    summary: 'Back up the registry to a folder',
    description: [
      'Writes a consistent copy of all rows and all bundles while the server keeps running. It contains tokens only as hashes, but protect it like the registry itself. The folder must be new, and gets its name only when the backup is complete. Exits with 1 if bundles are missing from the storage: the rest is backed up, and the missing ones are listed.',
    ],
    arguments: [backupArgument],
    flags: [],
    examples: [
      { command: 'coppice registry admin backup /var/backups/skills-monday', says: 'the current state' },
    ],
  },
  {
    name: 'registry admin restore',
    group: 'registry',
    summary: 'Restore a backup into an empty registry',
    description: [
      'The whole backup is checked first: nothing is restored from an incomplete or changed one. A registry that is not empty is left unchanged. Restored tokens work again.',
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
    summary: 'Check the data of the registry',
    description: [
      'Reads every bundle and compares it with what was published; checks the latest versions, the usage totals and the outbox. Changes nothing. Exits with 1 if there are problems.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry admin verify', says: 'after a restore, or once a week' }],
  },
  {
    name: 'registry admin audit verify',
    group: 'registry',
    summary: 'Verify the audit log',
    description: [
      'Follows the chain of hashes of every tenant from the first row to the last and names the first row that was changed, removed or added; compares it with the signed checkpoints in the database and in FILE. The signatures are checked with the key of COPPICE_AUDIT_KEY, or with --public-key. Changes nothing. Exits with 1 if a log is not the one that was written.',
    ],
    arguments: [],
    flags: [
      { name: 'tenant', value: 'SLUG', summary: 'Only this tenant' },
      {
        name: 'checkpoints',
        value: 'FILE',
        summary:
          'Checkpoints that were copied elsewhere, as lines of JSON: from the log of the server, or the API',
        completes: 'path',
      },
      {
        name: 'public-key',
        value: 'KEY',
        summary: 'The public key of the checkpoints, as GET /v1/audit/checkpoints shows it',
      },
    ],
    examples: [
      { command: 'coppice registry admin audit verify', says: 'once a week, or when in doubt' },
      {
        command: 'coppice registry admin audit verify --checkpoints server.log',
        says: 'also against the lines of the log that was kept elsewhere',
      },
    ],
  },
  {
    name: 'registry admin purge',
    group: 'registry',
    summary: 'Remove a published version permanently',
    description: [
      'For a published secret, or for legal reasons; to stop people from using a version, yank it instead. The row and the content are removed, the version number is never used again, and the audit log records the reason. If other items cannot be installed without the version, --force is needed. The git mirror removes the folder, but you have to rewrite its history yourself.',
    ],
    arguments: [{ name: 'version', summary: 'The version, as KIND/SLUG@VERSION' }],
    flags: [
      { name: 'tenant', value: 'SLUG', summary: 'The tenant', required: true },
      { name: 'reason', value: 'TEXT', summary: 'The reason, for the audit log', required: true },
      { name: 'force', summary: 'Remove it even if other items cannot be installed without it' },
    ],
    examples: [
      {
        command: 'coppice registry admin purge skill/deploy@1.2.0 --tenant acme --reason "holds a key"',
        says: 'cannot be undone',
      },
    ],
  },
  {
    name: 'registry admin mirror reconcile',
    group: 'registry',
    summary: 'Compare the git mirror with the registry, and fix it',
    description: [
      'Works on the repository that COPPICE_GIT_REPO_PATH names. Missing versions are committed, different ones are written again, and purged ones are removed; folders that the registry does not know are reported and kept. Exits with 1 if bundles are missing from the storage.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice registry admin mirror reconcile', says: 'also to fill a new repository' }],
  },
] as const satisfies readonly VerbRecord[];

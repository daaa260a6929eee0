/*
 * Verbs that look after what a registry keeps: its backup, whether all is well, what must go, and the git mirror.
 */

import type { Verb } from '../verb.js';

const backupArgument = { name: 'folder', summary: 'The folder of the backup', completes: 'path' } as const;

export const registryUpkeepVerbs: readonly Verb[] = [
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
    load: async () => (await import('../commands/registry-admin-backup.js')).runRegistryBackup,
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
    load: async () => (await import('../commands/registry-admin-restore.js')).runRegistryRestore,
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
    load: async () => (await import('../commands/registry-admin-verify.js')).runRegistryVerify,
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
    load: async () => (await import('../commands/registry-admin-purge.js')).runRegistryPurge,
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
    load: async () => (await import('../commands/registry-admin-mirror.js')).runRegistryMirror,
  },
];

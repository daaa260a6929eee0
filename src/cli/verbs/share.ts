/*
 * Verbs of a project that takes its skills from a registry, and of those who publish there.
 */

import type { Kind } from '../../registry/api/names.js';
import { bumps } from '../rules/defaults.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';

const kinds: readonly Kind[] = ['skill', 'agent', 'command'];

export const kindFlag = {
  name: 'kind',
  value: 'KIND',
  choices: kinds,
  fallback: 'skill',
  summary: 'What kind of item it is',
} as const satisfies Flag;

/** Where it is known what there is, the kind matters only if several have the name. */
const whichKindFlag = {
  name: 'kind',
  value: 'KIND',
  choices: kinds,
  summary: 'Of which kind, where items of several have the name',
} as const satisfies Flag;

const slugArgument = { name: 'slug', summary: 'The item, by its slug' } as const satisfies Argument;
const dryRunFlag = { name: 'dry-run', summary: 'Only say what would be done' } as const satisfies Flag;
const copyFlag = {
  name: 'copy',
  summary: 'Copy the files into the project, where links do not work; copies that you change are kept',
} as const satisfies Flag;
const noTelemetryFlag = {
  name: 'no-telemetry',
  summary: 'Tell the registry nothing about it',
} as const satisfies Flag;

const accountVerbs = [
  {
    name: 'login',
    group: 'share',
    summary: 'Log in to a registry with a token',
    description: [
      'The token is asked for on the terminal, tried, and kept in credentials.toml in the home, for you alone. The last login is the registry of coppice init, and of every verb outside a project. The variable COPPICE_TOKEN, where it is set, is used instead of what is kept; with COPPICE_REGISTRY beside it, for that registry alone.',
    ],
    arguments: [{ name: 'url', summary: 'The address of the registry' }],
    flags: [
      { name: 'tenant', value: 'T', summary: 'Your tenant there', required: true },
      { name: 'token-stdin', summary: 'Read the token from stdin' },
    ],
    examples: [
      { command: 'coppice login https://skills.example.com --tenant acme', says: 'asks for the token' },
      {
        command: 'coppice login http://127.0.0.1:4600 --tenant acme --token-stdin < token.txt',
        says: 'for a script',
      },
    ],
  },
  {
    name: 'logout',
    group: 'share',
    summary: 'Forget the token for a registry',
    description: [
      'The last login, unless a registry is named. The registry goes on accepting the token until it expires or is revoked there.',
    ],
    arguments: [{ name: 'url', summary: 'The address of the registry', optional: true }],
    flags: [{ name: 'tenant', value: 'T', summary: 'Only of this tenant' }],
    examples: [{ command: 'coppice logout https://skills.example.com', says: 'of all tenants there' }],
  },
  {
    name: 'whoami',
    group: 'share',
    summary: 'Show whom the registry takes you for, and what you may do',
    description: ['Asks the registry of the project you are in, else that of the last login.'],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice whoami', says: 'whether the token still works' }],
  },
] as const satisfies readonly VerbRecord[];

const manifestVerbs = [
  {
    name: 'init',
    group: 'share',
    summary: 'Make a manifest for this folder',
    description: [
      'Writes coppice.toml, which says what the project wants. What is there already is never overwritten. Its registry is that of the last login, unless one is named.',
    ],
    arguments: [],
    flags: [
      { name: 'registry', value: 'URL', summary: 'The address of the registry' },
      { name: 'tenant', value: 'T', summary: 'The tenant there' },
    ],
    examples: [
      { command: 'coppice init', says: 'with the registry you logged in to' },
      { command: 'coppice init --registry https://skills.example.com --tenant acme', says: 'with another' },
    ],
  },
  {
    name: 'add',
    group: 'share',
    summary: 'Add an item to the project and install it',
    description: [
      'TARGET is the slug of an item in the registry, perhaps with a range of versions (lib@^1.2); a folder (./skills/lib); or a folder of a git repository: owner/repo/folder for GitHub, or an address. What comes from no registry is installed by its content, and a repository by the commit that the lock keeps.',
      'The manifest keeps its comments. If the item cannot be installed, manifest and lock stay as they are. An item that is there already gets the range that is given.',
    ],
    arguments: [{ name: 'target', summary: 'What to add', completes: 'path' }],
    flags: [
      kindFlag,
      { name: 'ref', value: 'REF', summary: 'Of a repository: the branch, tag or commit' },
      { name: 'path', value: 'FOLDER', summary: 'Of a repository: the folder of the skill' },
      copyFlag,
      noTelemetryFlag,
      dryRunFlag,
    ],
    examples: [
      { command: 'coppice add release-notes', says: 'any version; the lock keeps the one it gets' },
      { command: 'coppice add release-notes@^1.2', says: 'from 1.2 to before 2' },
      { command: 'coppice add anthropics/skills/skills/pdf', says: 'a folder of a repository on GitHub' },
      { command: 'coppice add ./skills/deploy', says: 'a folder of this project' },
      { command: 'coppice add reviewer --kind agent', says: 'an agent, not a skill' },
    ],
  },
  {
    name: 'remove',
    group: 'share',
    summary: 'Take an item out of the project',
    description: [
      'Out of the manifest and the lock, with what only it required. Only links and copies that Coppice made are removed, and what you changed stays.',
    ],
    arguments: [slugArgument],
    flags: [whichKindFlag, dryRunFlag],
    examples: [{ command: 'coppice remove release-notes', says: 'and what only it required' }],
  },
  {
    name: 'ensure',
    group: 'share',
    summary: 'Install what the manifest asks for, as the lock says',
    description: [
      'As long as the lock fits the manifest it is installed as it is, byte for byte. Else the registry is asked, and the lock is written. Every download is compared with its digest and scanned. A folder or link that is not ours is never replaced, and an item that is not published yet is skipped; both are said, and are failures only with --strict.',
      'Exits with 1 when something cannot be had; the rest is installed, and what was there goes on working.',
    ],
    arguments: [],
    flags: [
      { name: 'frozen', summary: 'Fail if the lock would change; for machines that build' },
      { name: 'offline', summary: 'Ask nobody; fail if something is not on this machine' },
      { name: 'strict', summary: 'Fail if something is skipped' },
      copyFlag,
      noTelemetryFlag,
      dryRunFlag,
    ],
    examples: [
      { command: 'coppice ensure', says: 'after a clone, a pull, or an edit of coppice.toml' },
      { command: 'coppice ensure --frozen --strict', says: 'in continuous integration' },
    ],
  },
  {
    name: 'update',
    group: 'share',
    summary: 'Move the lock to the newest versions that the manifest allows',
    description: [
      'Of everything, or of one item while all else stays if it can. Repositories are asked where their branch is now. A lock that cannot be read, as after a merge with conflicts, is made anew.',
    ],
    arguments: [{ ...slugArgument, optional: true }],
    flags: [whichKindFlag, noTelemetryFlag, dryRunFlag],
    examples: [
      { command: 'coppice update', says: 'everything' },
      { command: 'coppice update lib', says: 'one item' },
    ],
  },
] as const satisfies readonly VerbRecord[];

const insightVerbs = [
  {
    name: 'outdated',
    group: 'share',
    summary: 'List what could be newer, or was yanked or deprecated',
    description: [
      'CURRENT is installed, WANTED is what coppice update would install, LATEST is the highest version that is published. Of a repository they are commits, of a folder digests.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice outdated', says: 'before an update' }],
  },
  {
    name: 'why',
    group: 'share',
    summary: 'Show why an item is installed',
    description: ['Prints the shortest ways from the manifest to it. Asks nobody.'],
    arguments: [slugArgument],
    flags: [whichKindFlag],
    examples: [{ command: 'coppice why lib', says: 'who requires it' }],
  },
  {
    name: 'tree',
    group: 'share',
    summary: 'Show what the project asks for, and what that requires',
    description: ['As it is in the lock. Asks nobody.'],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice tree', says: 'all that is installed' }],
  },
  {
    name: 'verify',
    group: 'share',
    summary: 'Check that what is installed has the bytes that the lock says',
    description: [
      'Hashes every file, and looks whether every link and copy is where it belongs. Changes nothing, asks nobody. Exits with 1 when something is wrong.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice verify', says: 'after something seems odd' }],
  },
  {
    name: 'open',
    group: 'share',
    summary: "Print the address of an item's page in the catalog",
    description: ['Of the registry of the project, else of the last login. Asks nobody.'],
    arguments: [slugArgument],
    flags: [kindFlag],
    examples: [{ command: 'xdg-open "$(coppice open release-notes)"', says: 'in the browser' }],
  },
  {
    name: 'telemetry show',
    group: 'share',
    summary: 'Print what the registry would be told about this project, field by field',
    description: [
      'The installs, as if all of the lock were new, and the use that the next coppice ensure would tell; no content, no path, no name but those of the items. Nothing is sent by this. Switched off by telemetry.enabled and telemetry.share_use in the configuration, --no-telemetry, or the variables COPPICE_NO_TELEMETRY and DO_NOT_TRACK.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice telemetry show --json', says: 'every field of it' }],
  },
] as const satisfies readonly VerbRecord[];

const publishVerbs = [
  {
    name: 'publish',
    group: 'share',
    summary: 'Publish a skill to the registry',
    description: [
      'The slug is the name in the frontmatter, else that of the folder. The version is the one given, the next one by --bump, or that of the frontmatter. A published version never changes; to publish the same content under the same number again does nothing.',
      'What is wrong with the skill, what the scan refuses, and secrets (with file and line) are found before anything is sent.',
    ],
    arguments: [
      {
        name: 'dir',
        summary: 'The folder of the skill; this one unless told',
        optional: true,
        completes: 'path',
      },
    ],
    flags: [
      { name: 'version', value: 'V', summary: 'The version, such as 1.2.0' },
      {
        name: 'bump',
        value: 'PART',
        choices: bumps,
        summary: 'The next version after the highest that is published',
      },
      kindFlag,
      { name: 'tag', value: 'T', repeat: true, summary: 'A tag beside those of the frontmatter' },
      { name: 'allow-secret', summary: 'Publish although a secret was found; only an admin may' },
      dryRunFlag,
    ],
    examples: [
      { command: 'coppice publish skills/deploy --version 1.0.0', says: 'the first time' },
      { command: 'coppice publish skills/deploy --bump minor', says: 'later' },
      { command: 'coppice publish --bump patch --dry-run', says: 'what would be published of this folder' },
    ],
  },
  {
    name: 'deprecate',
    group: 'share',
    summary: 'Say that an item should not be used for new work',
    description: ['It stays installable; whoever installs it is told. An owner or an admin may.'],
    arguments: [slugArgument],
    flags: [
      { name: 'message', value: 'M', summary: 'Why; needed, except with --undo' },
      { name: 'replacement', value: 'SLUG', summary: 'What to use instead' },
      { name: 'undo', summary: 'Take it back' },
      kindFlag,
    ],
    examples: [
      {
        command: 'coppice deprecate notes --message "too narrow" --replacement release-notes',
        says: 'and what instead',
      },
      { command: 'coppice deprecate notes --undo', says: 'it is good after all' },
    ],
  },
  {
    name: 'yank',
    group: 'share',
    summary: 'Take a version out of new resolutions',
    description: [
      'Projects whose lock has it keep it, and are told by coppice outdated. Its number is never used again. An owner or an admin may.',
    ],
    arguments: [{ name: 'version', summary: 'The version, as SLUG@VERSION' }],
    flags: [
      { name: 'reason', value: 'R', summary: 'Why; needed, except with --undo' },
      { name: 'undo', summary: 'Bring it back' },
      kindFlag,
    ],
    examples: [
      { command: 'coppice yank lib@1.2.0 --reason "deletes too much"', says: 'nobody new gets it' },
      { command: 'coppice yank lib@1.2.0 --undo', says: 'it is good after all' },
    ],
  },
] as const satisfies readonly VerbRecord[];

export const shareVerbs = [
  ...accountVerbs,
  ...manifestVerbs,
  ...insightVerbs,
  ...publishVerbs,
] as const satisfies readonly VerbRecord[];

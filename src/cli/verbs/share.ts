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
  summary: 'The kind of item, if items of several kinds have this slug',
} as const satisfies Flag;

const slugArgument = { name: 'slug', summary: 'The item, by its slug' } as const satisfies Argument;
const dryRunFlag = { name: 'dry-run', summary: 'Only show what would be done' } as const satisfies Flag;
const copyFlag = {
  name: 'copy',
  summary: 'Copy the files into the project instead of linking them; copies that you changed are kept',
} as const satisfies Flag;
const noTelemetryFlag = {
  name: 'no-telemetry',
  summary: 'Send the registry no usage data',
} as const satisfies Flag;

const accountVerbs = [
  {
    name: 'login',
    group: 'share',
    summary: 'Log in to a registry with a browser, or with a token',
    description: [
      'Opens a page of the registry in your browser, in which you agree; with --device you open it on any machine and type a code. The registry then gives this program a token of yours for 90 days, without the right to administer unless you add --admin. With --token or --token-stdin you give a token yourself.',
      'The token is checked and stored in credentials.toml in the home, readable only by you. coppice init, and every verb outside a project, uses the registry of the last login. The variable COPPICE_TOKEN, if set, is used instead of stored tokens: for the registry in COPPICE_REGISTRY and COPPICE_TENANT alone, or, if those are not set, for registries with a login.',
    ],
    arguments: [{ name: 'url', summary: 'The address of the registry' }],
    flags: [
      { name: 'tenant', value: 'T', summary: 'Your tenant in the registry; needed with a token' },
      { name: 'device', summary: 'Show a code to type in a browser on any machine' },
      { name: 'admin', summary: 'Ask for the right to administer too' },
      { name: 'token', summary: 'Ask for a token on the terminal' },
      { name: 'token-stdin', summary: 'Read the token from stdin' },
    ],
    examples: [
      { command: 'coppice login https://skills.example.com', says: 'in your browser' },
      { command: 'coppice login https://skills.example.com --device', says: 'on a machine without one' },
      {
        command: 'coppice login http://127.0.0.1:4600 --tenant acme --token-stdin < token.txt',
        says: 'for a script',
      },
    ],
  },
  {
    name: 'logout',
    group: 'share',
    summary: 'Remove the stored token of a registry',
    description: [
      'Removes the last login unless you name a registry. The registry still accepts the token until it expires or is revoked there.',
    ],
    arguments: [{ name: 'url', summary: 'The address of the registry', optional: true }],
    flags: [{ name: 'tenant', value: 'T', summary: 'Only for this tenant' }],
    examples: [
      { command: 'coppice logout https://skills.example.com', says: 'for all tenants of the registry' },
    ],
  },
  {
    name: 'whoami',
    group: 'share',
    summary: 'Show your account and permissions',
    description: ['Asks the registry of the current project, or else of the last login.'],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice whoami', says: 'whether the token still works' }],
  },
] as const satisfies readonly VerbRecord[];

const manifestVerbs = [
  {
    name: 'init',
    group: 'share',
    summary: 'Create a manifest in this folder',
    description: [
      'Writes coppice.toml, which lists what the project needs, one line for each item. An existing file is never overwritten. The registry is the one in COPPICE_REGISTRY and COPPICE_TENANT, or that of the last login, unless you name one.',
      'Also adds the line `coppice.toml merge=union` to .gitattributes, so that git keeps the lines of both sides when two branches each add an item.',
    ],
    arguments: [],
    flags: [
      { name: 'registry', value: 'URL', summary: 'The address of the registry' },
      { name: 'tenant', value: 'T', summary: 'The tenant in the registry' },
    ],
    examples: [
      { command: 'coppice init', says: 'with the registry you logged in to' },
      { command: 'coppice init --registry https://skills.example.com --tenant acme', says: 'with another' },
    ],
  },
  {
    name: 'manifest upgrade',
    group: 'share',
    summary: 'Rewrite the manifest with one line for each item',
    description: [
      'Converts the blocks [[skills]], [[agents]] and [[commands]] of coppice.toml to lines in [require.skills], [require.agents] and [require.commands], sorted, so that branches merge. The meaning, the lock and every comment stay. Coppice 0.1 does not read this form. Also adds the line of coppice init to .gitattributes.',
    ],
    arguments: [],
    flags: [dryRunFlag],
    examples: [{ command: 'coppice manifest upgrade --dry-run', says: 'print it, and change nothing' }],
  },
  {
    name: 'add',
    group: 'share',
    summary: 'Add items to the project and install them',
    description: [
      'TARGET is the slug of an item in the registry, optionally with a version range (lib@^1.2); a folder (./skills/lib); or a folder of a git repository: owner/repo/folder for GitHub, or a URL. The lock pins a folder by its content and a repository by its commit.',
      'An item with a namespace (@team/deploy) is installed under its slug (deploy). Where another item has that name, TARGET as NAME installs it under another.',
      'The manifest keeps its comments. Several items are added together or not at all: if one cannot be installed, manifest, lock and files stay unchanged. An item that is already in the manifest gets the new range.',
    ],
    arguments: [{ name: 'target', summary: 'What to add', completes: 'path', repeat: true }],
    flags: [
      kindFlag,
      { name: 'ref', value: 'REF', summary: 'For a repository: the branch, tag or commit' },
      { name: 'path', value: 'FOLDER', summary: 'For a repository: the folder of the skill' },
      copyFlag,
      noTelemetryFlag,
      dryRunFlag,
    ],
    examples: [
      { command: 'coppice add release-notes', says: 'any version; the lock pins it' },
      { command: 'coppice add release-notes@^1.2', says: 'at least 1.2, below 2' },
      { command: 'coppice add lint deploy@^2', says: 'both, or neither' },
      {
        command: 'coppice add @team/deploy as team-deploy',
        says: 'under another name, beside a deploy of others',
      },
      { command: 'coppice add anthropics/skills/skills/pdf', says: 'a folder of a repository on GitHub' },
      { command: 'coppice add ./skills/deploy', says: 'a folder of this project' },
      { command: 'coppice add reviewer --kind agent', says: 'an agent, not a skill' },
    ],
  },
  {
    name: 'remove',
    group: 'share',
    summary: 'Remove items from the project',
    description: [
      'Removes them from the manifest and the lock, with dependencies that nothing else requires. Only links and copies made by Coppice are removed, and files that you changed stay.',
    ],
    arguments: [{ ...slugArgument, repeat: true }],
    flags: [whichKindFlag, dryRunFlag],
    examples: [
      { command: 'coppice remove release-notes', says: 'with dependencies that nothing else requires' },
    ],
  },
  {
    name: 'ensure',
    group: 'share',
    summary: 'Install what the manifest asks for, in the versions of the lock',
    description: [
      'If the lock satisfies the manifest, exactly that is installed, byte for byte. Otherwise Coppice asks the registry and writes the lock. Every download is checked against its digest and scanned. Folders and links that Coppice did not make are never replaced, and an item that is not published yet is skipped; both are reported, and are failures only with --strict.',
      'Exits with 1 if something cannot be installed; the rest is installed, and what was there keeps working.',
    ],
    arguments: [],
    flags: [
      { name: 'frozen', summary: 'Fail if the lock would change; for CI' },
      { name: 'offline', summary: 'Use no network; fail if something is not on this machine' },
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
      'Updates everything, or one item, in which case the others stay as they are where possible. Repositories move to the current commit of their branch. A lock that cannot be read, for example after a merge conflict, is created again.',
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
    summary: 'List items with newer versions, and yanked or deprecated ones',
    description: [
      'CURRENT is installed, WANTED is what coppice update would install, LATEST is the highest published version. For a repository they are commits, for a folder digests. Items that were not published when the lock was written, and are now, are named too.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice outdated', says: 'before an update' }],
  },
  {
    name: 'why',
    group: 'share',
    summary: 'Show why an item is installed',
    description: ['Prints the shortest paths from the manifest to the item. Uses no network.'],
    arguments: [slugArgument],
    flags: [whichKindFlag],
    examples: [{ command: 'coppice why lib', says: 'which items require it' }],
  },
  {
    name: 'tree',
    group: 'share',
    summary: 'Show the items of the project and their dependencies',
    description: ['Shows the content of the lock. Uses no network.'],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice tree', says: 'everything that is installed' }],
  },
  {
    name: 'verify',
    group: 'share',
    summary: 'Check that the installed files match the lock',
    description: [
      'Hashes every file, and checks that every link and copy is in place. Changes nothing and uses no network. Exits with 1 if something is wrong.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice verify', says: 'when something seems wrong' }],
  },
  {
    name: 'info',
    group: 'share',
    summary: 'Show who published a version, when and from which commit',
    description: [
      'Also shows the verdict of the scan, whether it was yanked, archived or deprecated and by whom, its owners, what it requires and what requires it, and its use: how often it was used and in how many projects, and separately its installs, downloads and views.',
      'Without a version it shows the latest one. Asks the registry of the project, else the one in COPPICE_REGISTRY, else that of the last login.',
    ],
    arguments: [{ name: 'item', summary: 'SLUG, or SLUG@VERSION' }],
    flags: [kindFlag],
    examples: [
      { command: 'coppice info release-notes', says: 'the latest version' },
      { command: 'coppice info release-notes@1.2.0', says: 'another version' },
    ],
  },
  {
    name: 'telemetry show',
    group: 'share',
    summary: 'Print the usage data that would be sent to the registry',
    description: [
      'Shows the installs, as if everything in the lock were new, and the use that the next coppice ensure would report; with telemetry.share_effect, also the counts about notes and versions that coppice evolve effect would send; no content, no paths, no names except those of the items. This command sends nothing. To turn telemetry off, use telemetry.enabled and telemetry.share_use in the configuration, --no-telemetry, or the variables COPPICE_NO_TELEMETRY and DO_NOT_TRACK.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice telemetry show --json', says: 'every field' }],
  },
] as const satisfies readonly VerbRecord[];

const publishVerbs = [
  {
    name: 'publish',
    group: 'share',
    summary: 'Publish a skill to the registry',
    description: [
      'The slug is the name in the frontmatter, or else the name of the folder, in the namespace of --namespace. The version is --version, the next one according to --bump, or the version in the frontmatter. A published version never changes; publishing the same content as the same version again does nothing.',
      'Several folders are published together or not at all, and their requirements are checked against the state after all of them. Use this for items whose requirements must change together, such as from lib@^1 to lib@^2.',
      'A single .md file is an agent or a command: --kind says which, or else the name of its folder (agents, commands).',
      'Where the registry requires approval, or you may only propose, the content is proposed as a draft instead, and the answer says what happens next.',
      'In CI without a token, a run that the registry trusts publishes with its identity: at GitHub and Forgejo with the permission id-token: write, at GitLab with the variable COPPICE_ID_TOKEN (docs/team-registry.md).',
      'Errors in the skill, scan findings that block it, and secrets (with file and line) are reported before anything is sent.',
    ],
    arguments: [
      {
        name: 'dir',
        summary: 'The folder of the skill, or the file of an agent or command (default: the working folder)',
        optional: true,
        repeat: true,
        completes: 'path',
      },
    ],
    flags: [
      { name: 'version', value: 'V', summary: 'The version, such as 1.2.0' },
      { name: 'namespace', value: 'NAME', summary: 'Publish it as @NAME/SLUG' },
      {
        name: 'bump',
        value: 'PART',
        choices: bumps,
        summary: 'Publish the next version after the highest published one',
      },
      kindFlag,
      { name: 'tag', value: 'T', repeat: true, summary: 'A tag in addition to those in the frontmatter' },
      {
        name: 'require-eval',
        summary:
          'Refuse skills that have no result of coppice eval for exactly this content, or one that is not good enough',
      },
      {
        name: 'absorbs',
        value: 'SLUG',
        repeat: true,
        summary: 'Archive this item of the same kind with it, and lead its name to the published one',
      },
      {
        name: 'propose',
        summary: 'Send a draft instead, for others to review; the owners of what it absorbs are asked',
      },
      { name: 'allow-secret', summary: 'Publish even though a secret was found (admins only)' },
      dryRunFlag,
    ],
    examples: [
      { command: 'coppice publish skills/deploy --version 1.0.0', says: 'the first time' },
      { command: 'coppice publish skills/deploy --bump minor', says: 'later' },
      { command: 'coppice publish --bump patch --dry-run', says: 'what this folder would publish' },
      { command: 'coppice publish skills/logo --namespace design --bump minor', says: 'as @design/logo' },
      { command: 'coppice publish skills/auth skills/cache --bump major', says: 'both or none' },
      { command: 'coppice publish .claude/agents/reviewer.md --version 1.0.0', says: 'an agent, as it is' },
    ],
  },
  {
    name: 'deprecate',
    group: 'share',
    summary: 'Mark an item as deprecated',
    description: [
      'It can still be installed, with a warning. Only an owner or an admin can deprecate an item.',
    ],
    arguments: [slugArgument],
    flags: [
      { name: 'message', value: 'M', summary: 'The reason; required unless --undo is given' },
      { name: 'replacement', value: 'SLUG', summary: 'What to use instead' },
      { name: 'undo', summary: 'Remove the deprecation' },
      kindFlag,
    ],
    examples: [
      {
        command: 'coppice deprecate notes --message "too narrow" --replacement release-notes',
        says: 'and name a replacement',
      },
      { command: 'coppice deprecate notes --undo', says: 'undo it' },
    ],
  },
  {
    name: 'yank',
    group: 'share',
    summary: 'Exclude a version from new installs',
    description: [
      'Projects that have it in their lock keep it, and coppice outdated shows that it was yanked. Its number is never used again. Only an owner or an admin can yank a version.',
      'If other items require it and no other version fits, Coppice lists them and asks first: without a lock they could no longer be installed.',
    ],
    arguments: [{ name: 'version', summary: 'The version, as SLUG@VERSION' }],
    flags: [
      { name: 'reason', value: 'R', summary: 'The reason; required unless --undo is given' },
      {
        name: 'yes',
        summary: 'Yank it without asking, even if items are left without a version that they require',
      },
      { name: 'undo', summary: 'Undo the yank' },
      kindFlag,
    ],
    examples: [
      { command: 'coppice yank lib@1.2.0 --reason "deletes too much"', says: 'no new project gets it' },
      { command: 'coppice yank lib@1.2.0 --undo', says: 'undo it' },
    ],
  },
  {
    name: 'registry archive',
    group: 'share',
    summary: 'Archive an item of the registry',
    description: [
      'It is removed from the catalog and cannot be newly installed. Nothing is deleted: projects that have it in their lock keep it, and --undo restores it. Only an admin of the tenant can archive an item. coppice archive is for the skills on this machine.',
      'If other items require it, Coppice lists them and asks first: without a lock they could no longer be installed.',
    ],
    arguments: [slugArgument],
    flags: [
      {
        name: 'reason',
        value: 'R',
        summary: 'The reason, shown to everybody who wants to install it; required unless --undo is given',
      },
      { name: 'yes', summary: 'Archive it without asking, even if items require it' },
      { name: 'undo', summary: 'Restore it' },
      kindFlag,
    ],
    examples: [
      {
        command: 'coppice registry archive notes --reason "replaced by release-notes"',
        says: 'for everybody',
      },
      { command: 'coppice registry archive notes --undo', says: 'restore it' },
    ],
  },
] as const satisfies readonly VerbRecord[];

export const shareVerbs = [
  ...accountVerbs,
  ...manifestVerbs,
  ...insightVerbs,
  ...publishVerbs,
] as const satisfies readonly VerbRecord[];

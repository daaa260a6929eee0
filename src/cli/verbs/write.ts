/*
 * Verbs that write skills or say whether one is well written, or safe.
 */

import { scanSeverities } from '../../scan/findings/finding.js';
import { validationModes } from '../rules/defaults.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';

export const skillArgument = {
  name: 'name',
  summary: 'The skill: its name, its folder or its id',
} as const satisfies Argument;
export const byFlag = {
  name: 'by',
  value: 'WHO',
  choices: ['user', 'agent'],
  fallback: 'user',
  summary: 'Who makes the change; an agent may not edit a frozen skill',
} as const satisfies Flag;
const expectedFlag = {
  name: 'expected-sha256',
  value: 'HASH',
  summary: 'Refuse unless the file currently has this hash',
} as const satisfies Flag;

export const writeVerbs = [
  {
    name: 'create',
    group: 'write',
    summary: 'Make a new skill',
    description: [
      'The folder gets the name of the skill. A name consists of lower-case letters, digits and single hyphens, and must not exist in any root. Similar skills are listed.',
    ],
    arguments: [{ name: 'name', summary: 'The name of the new skill' }],
    flags: [
      { name: 'description', value: 'TEXT', summary: 'What it does and when to use it', required: true },
      { name: 'body', value: 'TEXT', summary: 'The instructions' },
      {
        name: 'body-file',
        value: 'FILE',
        completes: 'path',
        summary: 'The instructions, from a file or - for standard input',
      },
      { name: 'category', value: 'NAME', summary: 'The folder under the root to put it in' },
      byFlag,
    ],
    examples: [
      {
        command:
          'coppice create release-notes --description "Write release notes. Use when a version is tagged."',
        says: 'a first version to edit',
      },
    ],
  },
  {
    name: 'edit',
    group: 'write',
    summary: 'Replace the whole SKILL.md of a skill',
    description: [
      'Without a file, SKILL.md opens in $VISUAL or $EDITOR. A change that adds errors to the skill is refused.',
    ],
    arguments: [skillArgument],
    flags: [
      {
        name: 'content-file',
        value: 'FILE',
        completes: 'path',
        summary: 'The new content, from a file or - for standard input',
      },
      expectedFlag,
      byFlag,
    ],
    examples: [{ command: 'coppice edit release-notes', says: 'in your editor' }],
  },
  {
    name: 'patch',
    group: 'write',
    summary: 'Replace an exact piece of text in a skill',
    description: [
      'The text must occur exactly once; otherwise the closest matches are shown. Everything else stays the same, byte for byte. A patch that would break the frontmatter is refused.',
    ],
    arguments: [skillArgument],
    flags: [
      { name: 'find', value: 'TEXT', summary: 'What to replace', required: true },
      { name: 'replace', value: 'TEXT', summary: 'The replacement, taken literally', required: true },
      { name: 'all', summary: 'Replace every occurrence' },
      { name: 'file', value: 'PATH', summary: 'A file of the skill instead of SKILL.md' },
      expectedFlag,
      byFlag,
    ],
    examples: [{ command: 'coppice patch release-notes --find "v1" --replace "v2"', says: 'one word' }],
  },
  {
    name: 'write-file',
    group: 'write',
    summary: 'Write a support file of a skill',
    description: [
      'Support files are in references/, templates/, scripts/ or assets/. Each may have at most 1 MiB.',
    ],
    arguments: [
      skillArgument,
      { name: 'path', summary: 'The file, relative to the folder of the skill, such as references/api.md' },
    ],
    flags: [
      { name: 'content', value: 'TEXT', summary: 'The content' },
      {
        name: 'content-file',
        value: 'FILE',
        completes: 'path',
        summary: 'The content, from a file or - for standard input',
      },
      expectedFlag,
      byFlag,
    ],
    examples: [
      {
        command: 'coppice write-file release-notes templates/note.md --content-file note.md',
        says: 'from your own file',
      },
    ],
  },
  {
    name: 'remove-file',
    group: 'write',
    summary: 'Remove a support file from a skill',
    description: ['The ledger keeps the content; coppice undo restores it.'],
    arguments: [skillArgument, { name: 'path', summary: 'The file, relative to the folder of the skill' }],
    flags: [expectedFlag, byFlag],
    examples: [{ command: 'coppice remove-file release-notes templates/note.md', says: 'can be undone' }],
  },
  {
    name: 'rename',
    group: 'write',
    summary: 'Rename a skill',
    description: [
      'The name in the frontmatter and the folder change together, and the usage counters follow.',
    ],
    arguments: [skillArgument, { name: 'new-name', summary: 'The new name' }],
    flags: [byFlag],
    examples: [{ command: 'coppice rename release-notes changelog', says: 'counters and history follow' }],
  },
  {
    name: 'delete',
    group: 'write',
    summary: 'Archive a skill (skills are never deleted)',
    description: ['The same as coppice archive. A pinned skill is not archived.'],
    arguments: [skillArgument],
    flags: [{ name: 'reason', value: 'TEXT', summary: 'Why; recorded in the ledger' }, byFlag],
    examples: [
      { command: 'coppice delete release-notes', says: 'coppice restore release-notes restores it' },
    ],
  },
  {
    name: 'validate',
    group: 'write',
    summary: 'Check SKILL.md files, and show what is wrong, where, and how to fix it',
    description: [
      'lenient checks whether a skill can be loaded at all; portable (the default) whether every known agent accepts it; strict gives the result and the messages of the reference validator of the Agent Skills specification.',
      'A folder with a SKILL.md is one skill; in any other folder, every skill below it is checked. Exits with 1 if there is an error; warnings alone are not a failure.',
    ],
    arguments: [
      {
        name: 'path',
        summary: 'Skill folders, SKILL.md files, or - for standard input (default: the working folder)',
        optional: true,
        repeat: true,
        completes: 'path',
      },
    ],
    flags: [
      {
        name: 'mode',
        value: 'MODE',
        choices: validationModes,
        fallback: 'portable',
        summary: 'How strict the check is',
      },
    ],
    examples: [
      { command: 'coppice validate ~/.claude/skills', says: 'every skill below a folder' },
      { command: 'coppice validate my-skill --mode strict', says: 'the result of the reference validator' },
      { command: 'coppice validate - < SKILL.md', says: 'a file from another program' },
    ],
  },
  {
    name: 'scan',
    group: 'write',
    summary: 'Scan skills for hostile content, and give a verdict',
    description: [
      'Reads the files of a skill and runs nothing. It looks for instructions against the user, hidden text, downloaded code that is run, private files that are sent away, and more; docs/scanner-rules.md lists every rule. The verdict is pass, review, warn or block. A clean result does not prove that a skill is safe.',
      'A target that is a path means the skill there, or the skills below it; any other target is the name of a skill. Exits with 1 if there is a finding at or above --fail-on, or if something could not be read. List what you have reviewed and accepted in scan.suppress of your configuration, with the reason; nothing in a skill can silence the scanner.',
      'A skill in your library with the verdict block is not handed to an agent, wherever it comes from, until you accept it with coppice scan accept.',
    ],
    arguments: [
      {
        name: 'target',
        summary: 'Folders, or skills by name or id (default: every skill that is found)',
        optional: true,
        repeat: true,
        completes: 'path',
      },
    ],
    flags: [
      { name: 'all', summary: 'List the skills that passed, too' },
      { name: 'sarif', summary: 'Print SARIF 2.1.0, for code hosts and editors' },
      {
        name: 'with-model',
        summary:
          'Also let the model of evolve.model_endpoint or evolve.model_command read skills from outside that passed the rules; it can only make a verdict more severe',
      },
      {
        name: 'fail-on',
        value: 'SEVERITY',
        choices: scanSeverities,
        fallback: 'high',
        summary: 'The lowest severity that counts as a failure',
      },
    ],
    examples: [
      { command: 'coppice scan', says: 'every skill that is found' },
      { command: 'coppice scan ~/Downloads/some-skill', says: 'before it is installed' },
      { command: 'coppice scan skills --sarif --fail-on medium', says: 'in a build' },
    ],
  },
  {
    name: 'scan accept',
    group: 'write',
    summary: 'Allow agents to use a skill that the scanner blocks, as it is now',
    description: [
      'For a skill that you have read and want to use although the scanner blocks it. The decision is recorded in the history with its reason, and applies to exactly these files: when one of them changes, the skill is blocked again.',
      'An agent cannot do this over MCP. coppice undo, or --undo here, takes it back.',
    ],
    arguments: [{ name: 'skill', summary: 'The skill, by name or id' }],
    flags: [
      { name: 'reason', value: 'TEXT', summary: 'Why it is safe; required unless --undo is given' },
      { name: 'undo', summary: 'Take the decision back' },
    ],
    examples: [
      {
        command: 'coppice scan accept deploy-notes --reason "reads our own key file"',
        says: 'agents get it again',
      },
      { command: 'coppice scan accept deploy-notes --undo', says: 'it is blocked again' },
    ],
  },
] as const satisfies readonly VerbRecord[];

/*
 * Verbs about what happened to skills, and about taking it back.
 */

export const historyVerbs = [
  {
    name: 'history',
    group: 'history',
    summary: 'Show every change to the skills, oldest first',
    description: [
      'For one skill, shows its history under all the names it had. An entry "observed" by "other" is a change that was not made through Coppice: status, evidence backfill and curate look for such changes.',
    ],
    arguments: [{ name: 'name', summary: 'A skill, by name or id', optional: true }],
    flags: [
      { name: 'limit', value: 'N', summary: 'Only the newest N entries' },
      {
        name: 'since',
        value: 'DATE',
        summary: 'Only entries since a date such as 2026-01-31, or within a time such as 90d',
      },
    ],
    examples: [
      { command: 'coppice history release-notes', says: 'who changed it, when and how' },
      { command: 'coppice history --since 7d --limit 20', says: 'at most 20 entries of the last week' },
    ],
  },
  {
    name: 'history purge',
    group: 'history',
    summary: 'Delete stored content from the history',
    description: [
      'For a secret that got into a skill. Deletes the content before and after an entry, or all stored content that contains a text, and lists the entries that can no longer be shown or undone. The entries themselves and the skills stay as they are. This cannot be undone, so it asks first.',
    ],
    arguments: [{ name: 'entry', summary: 'The id of the entry, or its beginning', optional: true }],
    flags: [
      { name: 'matching', value: 'TEXT', summary: 'Delete all stored content that contains this text' },
      { name: 'dry-run', summary: 'Show what would be deleted, and delete nothing' },
      { name: 'yes', summary: 'Delete without asking' },
    ],
    examples: [
      { command: 'coppice history purge 7kq2 --dry-run', says: 'what could no longer be undone' },
      { command: 'coppice history purge --matching "customer 4711" --yes', says: 'wherever it is stored' },
    ],
  },
  {
    name: 'diff',
    group: 'history',
    summary: 'Show what an entry of the history changed',
    description: [],
    arguments: [{ name: 'entry', summary: 'The id of the entry, or its beginning' }],
    flags: [],
    examples: [{ command: 'coppice diff 7kq2', says: 'as a unified diff' }],
  },
  {
    name: 'undo',
    group: 'history',
    summary: 'Undo the last change, an entry of the history, or a whole run',
    description: [
      'Refused if the skill was changed since, so that nothing is lost; --force undoes it anyway, and the ledger keeps the newer content. An undo can be undone.',
      'Without an entry, takes back the newest change or run that can be undone and is not itself an undo, after asking.',
    ],
    arguments: [
      {
        name: 'entry',
        summary: 'The id of an entry (or its beginning) or of a run (default: the newest)',
        optional: true,
      },
    ],
    flags: [
      { name: 'force', summary: 'Undo it even if the skill was changed since' },
      { name: 'yes', summary: 'Without an entry: undo the newest change without asking' },
      byFlag,
    ],
    examples: [
      { command: 'coppice undo', says: 'takes back the last change' },
      { command: 'coppice undo 7kq2', says: 'restores the previous content' },
    ],
  },
  {
    name: 'drill',
    group: 'history',
    summary: 'Prove that the history can be restored',
    description: [
      'Reads the stored content of one entry, or of all, and every archived package, and compares hashes.',
    ],
    arguments: [{ name: 'entry', summary: 'One entry (default: all entries)', optional: true }],
    flags: [],
    examples: [{ command: 'coppice drill', says: 'before you rely on it' }],
  },
] as const satisfies readonly VerbRecord[];

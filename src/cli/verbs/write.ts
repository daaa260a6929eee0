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
  summary: 'Who does it; an agent may not edit a frozen skill',
} as const satisfies Flag;
const expectedFlag = {
  name: 'expected-sha256',
  value: 'HASH',
  summary: 'Refuse unless the file has this hash now',
} as const satisfies Flag;

export const writeVerbs = [
  {
    name: 'create',
    group: 'write',
    summary: 'Make a new skill',
    description: [
      'The folder is named like the skill. Names are lower-case letters, digits and single hyphens, and must be free in every root. When another skill does much the same, it is named.',
    ],
    arguments: [{ name: 'name', summary: 'Its name' }],
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
        says: 'a first version, to be edited',
      },
    ],
  },
  {
    name: 'edit',
    group: 'write',
    summary: 'Replace the whole SKILL.md of a skill',
    description: [
      'Without a file, SKILL.md opens in $VISUAL or $EDITOR. What would make the skill worse to read is refused.',
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
    summary: 'Replace one piece of a skill, exactly',
    description: [
      'The text must occur exactly once; if it does not, the closest places are shown. Everything else stays as it is, byte for byte. A patch that would break the frontmatter is refused.',
    ],
    arguments: [skillArgument],
    flags: [
      { name: 'find', value: 'TEXT', summary: 'What to replace', required: true },
      { name: 'replace', value: 'TEXT', summary: 'What to put there, literally', required: true },
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
    description: ['Support files are under references, templates, scripts or assets, and at most 1 MiB.'],
    arguments: [skillArgument, { name: 'path', summary: 'Relative to the skill, such as references/api.md' }],
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
        says: 'from a file of yours',
      },
    ],
  },
  {
    name: 'remove-file',
    group: 'write',
    summary: 'Take a support file out of a skill',
    description: ['The ledger keeps its bytes; coppice undo brings it back.'],
    arguments: [skillArgument, { name: 'path', summary: 'Relative to the skill' }],
    flags: [expectedFlag, byFlag],
    examples: [{ command: 'coppice remove-file release-notes templates/note.md', says: 'can be undone' }],
  },
  {
    name: 'rename',
    group: 'write',
    summary: 'Give a skill another name',
    description: ['The name in the frontmatter and the folder change together; its usage goes with it.'],
    arguments: [skillArgument, { name: 'new-name', summary: 'The new name' }],
    flags: [byFlag],
    examples: [{ command: 'coppice rename release-notes changelog', says: 'counters and history follow' }],
  },
  {
    name: 'delete',
    group: 'write',
    summary: 'Archive a skill; nothing is ever deleted',
    description: ['The same as coppice archive. A pinned skill is refused.'],
    arguments: [skillArgument],
    flags: [{ name: 'reason', value: 'TEXT', summary: 'Kept in the ledger' }, byFlag],
    examples: [
      { command: 'coppice delete release-notes', says: 'coppice restore release-notes brings it back' },
    ],
  },
  {
    name: 'validate',
    group: 'write',
    summary: 'Check SKILL.md files and say what is wrong, where, and how to mend it',
    description: [
      'lenient asks whether a skill can be loaded at all; portable, the default, whether every known agent accepts it; strict gives the verdict and the messages of the reference validator of the Agent Skills specification.',
      'A folder with a SKILL.md is one skill; in any other folder every skill below it is checked. Exit 1 when there is an error; warnings alone are no failure.',
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
        summary: 'How much is asked of the skill',
      },
    ],
    examples: [
      { command: 'coppice validate ~/.claude/skills', says: 'every skill below a folder' },
      { command: 'coppice validate my-skill --mode strict', says: 'the verdict of the reference validator' },
      { command: 'coppice validate - < SKILL.md', says: 'a file from another program' },
    ],
  },
  {
    name: 'scan',
    group: 'write',
    summary: 'Look for what a hostile skill would do, and give a verdict',
    description: [
      'The files of a skill are read, and nothing is run: text that gives orders against the user, hidden text, downloads that are run, private files that are sent away, and more; docs/scanner-rules.md has every rule. The verdict is pass, review, warn or block. No finding is no proof of safety.',
      'A word that is a path means the skill there, or the skills below it; any other means a skill by name. Exit 1 when a finding at or above --fail-on stands, or something could not be read. What you have looked at and accepted goes into scan.suppress of your configuration, with the reason; nothing in a skill can silence the scanner.',
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
      { name: 'sarif', summary: 'Print SARIF 2.1.0, for code hosts and editors' },
      {
        name: 'fail-on',
        value: 'SEVERITY',
        choices: scanSeverities,
        fallback: 'high',
        summary: 'From which severity on a finding is a failure',
      },
    ],
    examples: [
      { command: 'coppice scan', says: 'every skill that is found' },
      { command: 'coppice scan ~/Downloads/some-skill', says: 'before it is installed' },
      { command: 'coppice scan skills --sarif --fail-on medium', says: 'in a build' },
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
    description: ['Of one skill, its history under all the names it had.'],
    arguments: [{ name: 'name', summary: 'A skill, by name or id', optional: true }],
    flags: [],
    examples: [{ command: 'coppice history release-notes', says: 'who changed it, when and how' }],
  },
  {
    name: 'diff',
    group: 'history',
    summary: 'Show what an entry of the history changed',
    description: [],
    arguments: [{ name: 'entry', summary: 'Its id, or the beginning of it' }],
    flags: [],
    examples: [{ command: 'coppice diff 7kq2', says: 'as a unified diff' }],
  },
  {
    name: 'undo',
    group: 'history',
    summary: 'Take back an entry of the history, or all of a run',
    description: [
      'Refused when the skill was changed since, so that nothing is lost; --force undoes it all the same, and the ledger keeps what was there. An undo can be undone.',
    ],
    arguments: [{ name: 'entry', summary: 'The id of an entry (or the beginning of it) or of a run' }],
    flags: [{ name: 'force', summary: 'Even if the skill was changed since' }, byFlag],
    examples: [{ command: 'coppice undo 7kq2', says: 'the old bytes are back' }],
  },
  {
    name: 'drill',
    group: 'history',
    summary: 'Prove that what the history stored can be restored',
    description: [
      'Restores the bytes of an entry, or of all, into a folder that is thrown away, and compares hashes.',
    ],
    arguments: [{ name: 'entry', summary: 'One entry; without it, all', optional: true }],
    flags: [],
    examples: [{ command: 'coppice drill', says: 'before you rely on it' }],
  },
] as const satisfies readonly VerbRecord[];

/*
 * Verbs about what is used, and about what becomes of the rest.
 */

import { activityKinds } from '../../usage/rules/counters.js';
import { neverUsedRules, provenances } from '../../usage/rules/record.js';
import type { VerbRecord } from '../rules/verb.js';
import { byFlag, skillArgument } from './write.js';

export const careVerbs = [
  {
    name: 'usage',
    group: 'care',
    summary: 'Show how often skills were used, opened and edited',
    description: [],
    arguments: [],
    flags: [
      {
        name: 'sort',
        value: 'BY',
        choices: ['activity', 'recent', 'name'],
        fallback: 'activity',
        summary: 'Most activity first, latest activity first, or by name',
      },
      {
        name: 'provenance',
        value: 'WHO',
        choices: provenances,
        summary: 'Only skills with this provenance (who made them)',
      },
      {
        name: 'unused',
        summary:
          'Only skills that were never used, or not within --days, with their age, their cost and why they stay',
      },
      { name: 'days', value: 'N', fallback: '30', summary: 'With --unused: not used for N days' },
    ],
    examples: [
      { command: 'coppice usage --sort recent', says: 'what was used last' },
      { command: 'coppice usage --unused --days 90', says: 'what was not used for three months' },
    ],
  },
  {
    name: 'usage record',
    group: 'care',
    summary: 'Count one event, for hooks and scripts',
    description: [],
    arguments: [skillArgument, { name: 'kind', summary: 'What happened', choices: activityKinds }],
    flags: [],
    examples: [
      { command: 'coppice usage record release-notes use', says: 'counts as if an agent had invoked it' },
    ],
  },
  {
    name: 'usage import',
    group: 'care',
    summary: 'Import the usage counters that other agents keep',
    description: [
      'Reads the counters of Claude Code (skillUsage in .claude.json) and Hermes (.usage.json, with its pins and authors). These files are never written to. Each counter is raised to the larger of the known and the imported value, so importing again changes nothing.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice usage import', says: 'as often as you like' }],
  },
  {
    name: 'curate',
    group: 'care',
    summary: 'Retire skills that are no longer used, and reactivate those in use again',
    description: [
      'An idle skill becomes stale, and later archived; a stale skill that is used becomes active again. Only skills made by agents are retired unless the configuration says otherwise, and nothing is deleted. Every skipped skill is reported with the reason.',
      'The first run is a preview and changes nothing. Only one run works at a time.',
    ],
    arguments: [],
    flags: [
      { name: 'dry-run', summary: 'Print what would be done, and write nothing' },
      { name: 'now', summary: 'Apply the changes in the first run too' },
      {
        name: 'if-due',
        summary: 'For schedules: do nothing unless the interval has passed and no session is active',
      },
    ],
    examples: [
      { command: 'coppice curate --dry-run', says: 'what it would do' },
      { command: 'coppice curate --if-due', says: 'for a timer' },
    ],
  },
  {
    name: 'curate status',
    group: 'care',
    summary: 'Show how many skills are in each state, and when the next run is due',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice curate status', says: 'the current state' }],
  },
  {
    name: 'curate policy',
    group: 'care',
    summary: 'Set when one skill becomes stale or archived',
    description: [
      'Without flags, shows the current settings of the skill. What is not set follows the configuration.',
    ],
    arguments: [skillArgument],
    flags: [
      { name: 'stale-after-days', value: 'N', summary: 'Days without use until the skill is stale' },
      { name: 'archive-after-days', value: 'N', summary: 'Days without use until the skill is archived' },
      {
        name: 'never-used',
        value: 'RULE',
        choices: neverUsedRules,
        summary:
          'What to do before the first use: never retire it, make it quiet, count its age from its creation, or archive it in the next run',
      },
      { name: 'clear', summary: 'Remove the settings of this skill' },
    ],
    examples: [
      {
        command: 'coppice curate policy tax-return --archive-after-days 500',
        says: 'for a skill that is used once a year',
      },
    ],
  },
  {
    name: 'curate pause',
    group: 'care',
    summary: 'Pause scheduled runs',
    description: ['You can still run the curator by hand.'],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice curate pause', says: 'until resumed' }],
  },
  {
    name: 'curate resume',
    group: 'care',
    summary: 'Resume scheduled runs',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice curate resume', says: 'after a pause' }],
  },
  {
    name: 'tidy',
    group: 'care',
    summary: 'Archive unused skills or make them quiet, after you agree',
    description: [
      'Suggests what to do about skills that were never used, or not within --days: skills made by an agent are archived, the others are made quiet by the switches of the agents that list them. Skills that are pinned, required, new, of a project or of a plugin are left alone.',
      'An agent whose listing is too long shortens descriptions or leaves them out. With --fit, the skills that such an agent used least become quiet for it, as few as are needed, even if they were used recently: Claude Code then lists them by their names, and Codex turns them off.',
      'On a terminal, Coppice shows the suggestions and asks once: apply all, some by their numbers, or none. Without a terminal it changes nothing unless --yes is given. One undo takes all of it back.',
    ],
    arguments: [
      { name: 'name', summary: 'Apply only the suggestions for these skills', optional: true, repeat: true },
    ],
    flags: [
      { name: 'days', value: 'N', fallback: '30', summary: 'Skills that were not used for N days' },
      {
        name: 'fit',
        summary: 'Also make the least used skills quiet until the listing of each agent fits',
      },
      { name: 'dry-run', summary: 'Print the suggestions, and write nothing' },
      { name: 'yes', summary: 'Apply the suggestions without asking' },
    ],
    examples: [
      { command: 'coppice tidy', says: 'shows the suggestions, and asks' },
      { command: 'coppice tidy --fit', says: 'until no description is cut' },
      { command: 'coppice tidy --days 90 --yes', says: 'everything that was not used for three months' },
    ],
  },
  {
    name: 'pin',
    group: 'care',
    summary: 'Keep a skill from being archived',
    description: [],
    arguments: [skillArgument],
    flags: [{ name: 'freeze', summary: 'Also keep agents from editing it' }],
    examples: [{ command: 'coppice pin release-notes --freeze', says: 'only you may change it' }],
  },
  {
    name: 'unpin',
    group: 'care',
    summary: 'Let a pinned skill be archived and edited again',
    description: [],
    arguments: [skillArgument],
    flags: [],
    examples: [{ command: 'coppice unpin release-notes', says: 'a pin in its frontmatter stays' }],
  },
  {
    name: 'adopt',
    group: 'care',
    summary: 'Declare that skills were made by an agent',
    description: [
      'Coppice never guesses who made a skill. Adopting a skill does not reset its idle time. Skills of a project are adopted only by their names, and a skill that the scanner blocks is not adopted.',
      'Each adoption is in the history; --undo restores the earlier declaration.',
    ],
    arguments: [{ name: 'name', summary: 'Skills, by name or id', optional: true, repeat: true }],
    flags: [
      { name: 'all', summary: 'Every skill whose author was never declared' },
      {
        name: 'from',
        value: 'AGENT',
        choices: ['hermes'],
        summary: 'Every skill that this agent has a counter for and whose author was never declared',
      },
      { name: 'undo', summary: 'Take adoptions back' },
      { name: 'dry-run', summary: 'Print what would be declared, and write nothing' },
    ],
    examples: [
      { command: 'coppice adopt release-notes', says: 'made by an agent, from now on' },
      { command: 'coppice adopt --all --dry-run', says: 'which skills have no declared author' },
      { command: 'coppice adopt --undo release-notes', says: 'as it was before' },
    ],
  },
  {
    name: 'archive',
    group: 'care',
    summary: 'Move a skill to the archive of its root',
    description: [
      'Moves the whole folder to .archive/ in the same root. A pinned skill is not archived.',
      'With --blocked or --unloadable, Coppice shows the skills and asks once; without a terminal it moves nothing unless --yes is given. One undo takes all of it back.',
    ],
    arguments: [{ ...skillArgument, optional: true }],
    flags: [
      { name: 'blocked', summary: 'Archive all skills that the scanner blocks and that nobody has accepted' },
      {
        name: 'unloadable',
        summary: 'Archive all skills that no agent can load and that doctor --fix cannot fix',
      },
      { name: 'yes', summary: 'With --blocked or --unloadable, move them without asking' },
      { name: 'reason', value: 'TEXT', summary: 'Why; recorded in the ledger' },
      byFlag,
    ],
    examples: [
      { command: 'coppice archive release-notes', says: 'no longer listed' },
      { command: 'coppice archive --blocked', says: 'shows what the scanner blocks, and asks' },
    ],
  },
  {
    name: 'dedupe',
    group: 'care',
    summary: 'Keep one of several exact copies of a skill',
    description: [
      'Finds skills with the same name and the same files in several roots. The copy in the first root by precedence is kept, or the one in the root that --keep names. Each other copy goes to the archive of its root; where an agent would lose the skill, a link to the kept one takes its place.',
      'Shows what would happen and asks once; without a terminal it changes nothing unless --yes is given. One undo takes all of it back. Copies in projects, in plugins and in folders that agents write are left alone, and so are pinned ones.',
    ],
    arguments: [],
    flags: [
      { name: 'dry-run', summary: 'Show what would happen, and change nothing' },
      { name: 'yes', summary: 'Apply it without asking' },
      { name: 'keep', value: 'LABEL', summary: 'Keep the copies in this root' },
    ],
    examples: [
      { command: 'coppice dedupe', says: 'shows the copies, and asks' },
      { command: 'coppice dedupe --keep claude --yes', says: 'keep those of Claude Code' },
    ],
  },
  {
    name: 'overlap',
    group: 'care',
    summary: 'List skills that are copies of each other or have the same purpose',
    description: [
      'Compares all skills and lists clusters, exact copies first. Signals, each with a score from 0 to 1: the text is the same, or most of the smaller one is in the larger; the purpose is the same in other words (descriptions without clauses such as "not for X (use Y)"); they have the same triggers, so they compete in an agent\'s listing; sessions show that agents gave one up for the other, and that the two were never both useful. With --semantic, the configured model compares meanings too; otherwise no model is needed. What only may be for the same purpose is counted and listed with --all. Nothing is changed.',
      'Pinned, required, project and installed skills, and those known for less than 7 days, are listed but not suggested for a merge. Pairs that you declared different with --distinct, and those whose merge was undone, are left out.',
    ],
    arguments: [
      {
        name: 'skill',
        optional: true,
        repeat: true,
        summary: 'Only what overlaps with this skill; with --distinct, the skills that are different',
      },
    ],
    flags: [
      { name: 'exact', summary: 'Only exact copies: the same name and the same files in several roots' },
      { name: 'all', summary: 'List also what may be for the same purpose: fewer than half of it is' },
      { name: 'semantic', summary: 'Compare by meaning too, with the model of search.model' },
      {
        name: 'distinct',
        summary: 'Record that the named skills are different, and do not list them together again',
      },
      { name: 'reason', value: 'TEXT', summary: 'Why they are different; recorded in the ledger' },
    ],
    examples: [
      { command: 'coppice overlap', says: 'all clusters' },
      { command: 'coppice overlap pdf-forms', says: 'what overlaps with one skill' },
      { command: 'coppice overlap --distinct pdf-forms pdf-sign', says: 'do not name these two again' },
    ],
  },
  {
    name: 'merge',
    group: 'care',
    summary: 'Merge skills into one, with a proof that nothing is lost',
    description: [
      'The new skill gets a short section per source. Each source keeps its own tree in references/SOURCE/: its body byte for byte in SOURCE.md and its files beside it, so that its links and commands keep working. With --text, the given SKILL.md is the result, and the files of the sources stay at their paths.',
      'Before anything is written, every heading, list item, sentence, line of code, code block, link, frontmatter key and file of the sources is looked for in the result. Each trigger that found its source first must find the result first, and must be in what each agent on this machine shows of a description. What is missing is named line by line, and the merge is refused, unless --dropped names it with a reason.',
      'The sources go to the archive. Their old names lead to the new skill in view, invoke, requires, bundles, MCP and evidence, which say so. One undo takes all of it back, and then the same merge is not suggested again. Pinned, required, project and installed skills, and those known for less than 7 days, need --include.',
    ],
    arguments: [{ name: 'skill', repeat: true, summary: 'The skills to merge, by name or id' }],
    flags: [
      { name: 'into', value: 'NAME', required: true, summary: 'The name of the new skill' },
      { name: 'dry-run', summary: 'Show what would happen and what would be missing, and change nothing' },
      { name: 'text', value: 'FILE', completes: 'path', summary: 'The SKILL.md of the result' },
      {
        name: 'description',
        value: 'TEXT',
        summary: 'The description of the result, instead of those of the sources',
      },
      {
        name: 'dropped',
        value: 'FILE',
        completes: 'path',
        summary:
          'What to leave out: one JSON object per line with text, reason, and if needed source and replacement',
      },
      {
        name: 'include',
        value: 'REASON',
        repeat: true,
        choices: ['pinned', 'required', 'project', 'registry', 'young'],
        summary: 'Also merge skills that are protected for this reason',
      },
    ],
    examples: [
      { command: 'coppice merge pdf-forms pdf-merge --into pdf --dry-run', says: 'what would be missing' },
      { command: 'coppice merge pdf-forms pdf-merge --into pdf', says: 'one skill, with all of both' },
    ],
  },
  {
    name: 'restore',
    group: 'care',
    summary: 'Restore a skill from the archive',
    description: [
      'Restores the same bytes at the same path. If that path is taken, use --as to restore the skill under another name.',
    ],
    arguments: [{ name: 'name', summary: 'The skill, by its name, its id or its folder' }],
    flags: [
      { name: 'as', value: 'NAME', summary: 'A new name for the restored skill' },
      { name: 'reason', value: 'TEXT', summary: 'Why; recorded in the ledger' },
      byFlag,
    ],
    examples: [{ command: 'coppice restore release-notes', says: 'as it was' }],
  },
  {
    name: 'archived',
    group: 'care',
    summary: 'List the archived skills, newest first',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice archived', says: 'with the original path of each' }],
  },
] as const satisfies readonly VerbRecord[];

/*
 * Verbs that improve skills from what really happened.
 */

import { shownStates } from '../../evolve/rules/proposal/shown-state.js';
import { proposeDefaults } from '../rules/defaults.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';

/** What `evolve run` takes; a schedule passes the same on. Each is a key of the configuration too. */
const evolveRunFlags = [
  { name: 'days', value: 'N', fallback: '7', summary: 'How many days of evidence count' },
  { name: 'max-skills', value: 'N', fallback: '3', summary: 'How many skills one run may write to' },
  { name: 'min-evidence', value: 'N', fallback: '2', summary: 'How many events a skill must have' },
  {
    name: 'variants',
    value: 'N',
    fallback: '1',
    summary: 'How many variants of a note are compared, 1 to 4',
  },
  { name: 'apply-low-risk', summary: 'Write the notes; needs --approve-auto-apply too' },
  { name: 'approve-auto-apply', summary: 'Approve writing without review; needs --apply-low-risk too' },
  { name: 'protect-core-skills', summary: 'Leave the skills alone that agents work by; this is the default' },
  { name: 'no-protect-core-skills', summary: 'Treat them like any other' },
  {
    name: 'allow-auto-apply-skill',
    value: 'PATTERN',
    repeat: true,
    summary: 'Only names that match may be written to',
  },
  {
    name: 'block-auto-apply-skill',
    value: 'PATTERN',
    repeat: true,
    summary: 'Names that match are never written to',
  },
  { name: 'dry-run', summary: 'Only plan, also where the configuration says to write' },
  { name: 'staged-verify', summary: 'Accepted, and always so: the stages run in order, cheap ones first' },
  { name: 'pre-verify-command', value: 'COMMAND', summary: 'Must pass before the verify command is run' },
  {
    name: 'verify-command',
    value: 'COMMAND',
    summary: 'Must pass for a note to stay; else our own validator',
  },
  { name: 'require-restore-drill', summary: 'Write only after coppice drill passed for the last note' },
  { name: 'semantic-candidates', summary: 'Let an embedding model order the candidates' },
  { name: 'rerank-candidates', summary: 'Let a reranking model order them; implies the former' },
] as const satisfies readonly Flag[];

const proposalArgument = {
  name: 'id',
  summary: 'The id of a proposal, or how it begins',
} as const satisfies Argument;

export const evolveVerbs = [
  {
    name: 'evolve run',
    group: 'evolve',
    summary: 'Plan notes for skills from evidence, and with two flags write them',
    description: [
      'A skill with enough evidence gets a short managed block at the end of its SKILL.md: what went wrong while it was active, quoted as data. All other bytes stay, and coppice undo takes it back.',
      'Without flags it only plans. Writing needs both --apply-low-risk and --approve-auto-apply, and then touches only skills that an agent made and nobody pinned.',
      'Exits with 0 when done or nothing was to do, 1 when refused, 3 when a verifier refused and the old bytes are back, 4 when some notes were written and some failed.',
    ],
    arguments: [],
    flags: evolveRunFlags,
    examples: [
      { command: 'coppice evolve run', says: 'what it would write' },
      { command: 'coppice evolve run --apply-low-risk --approve-auto-apply', says: 'write it' },
    ],
  },
  {
    name: 'evolve candidates',
    group: 'evolve',
    summary: 'List the skills with enough evidence, in the order a run takes them',
    description: [
      'With --query it ranks all skills by how well they fit the text instead. --semantic alone only says which models would be asked; --execute-semantic asks them. Nothing is downloaded unless search.allow_download says so.',
    ],
    arguments: [],
    flags: [
      { name: 'query', value: 'TEXT', summary: 'Rank all skills by this text' },
      { name: 'days', value: 'N', fallback: '7', summary: 'How many days of evidence count' },
      { name: 'min-evidence', value: 'N', fallback: '2', summary: 'How many events a skill must have' },
      { name: 'limit', value: 'N', fallback: '10', summary: 'How many are listed with --query' },
      { name: 'semantic', summary: 'Say which models would order them, and load none' },
      { name: 'execute-semantic', summary: 'Let the embedding model order them' },
      { name: 'rerank', summary: 'Let the reranking model order them too' },
    ],
    examples: [{ command: 'coppice evolve candidates', says: 'who would be next' }],
  },
  {
    name: 'evolve effect',
    group: 'evolve',
    summary: 'Show whether the notes in skills helped',
    description: [
      'For each note, how many loads of its skill failed (an error came, or you corrected what was done), in equal times of at most 30 days before and after it was written. Another change of the skill ends them. With fewer than 10 loads before or after it is too early to tell.',
      'A note helped or harmed only when the two 95% ranges of the rates do not meet. For one that harmed, the entries to undo are named. No skill is changed.',
    ],
    arguments: [{ name: 'skill', summary: 'A skill, by name or id', optional: true }],
    flags: [],
    examples: [{ command: 'coppice evolve effect', says: 'of all notes that were not undone' }],
  },
  {
    name: 'evolve propose',
    group: 'evolve',
    summary: 'Propose a change to one skill from its evidence, for review',
    description: [
      'Makes a proposal: the note that a run would write, with its evidence, its risk and a diff. It works for every skill that you may change, also those that a run leaves alone; the proposal says why. No skill is changed, and what you rejected or undid is not proposed again without new evidence.',
      'With --draft-with-model the model of evolve.model_endpoint or evolve.model_command is asked for a section instead. Whatever it answers is only ever a proposal; if it does not answer, you get the note.',
    ],
    arguments: [{ name: 'skill', summary: 'A skill, by name or id' }],
    flags: [
      {
        name: 'days',
        value: 'N',
        fallback: String(proposeDefaults.days),
        summary: 'How many days of evidence count',
      },
      { name: 'draft-with-model', summary: 'Ask the configured model for a section' },
      {
        name: 'model-timeout',
        value: 'SECONDS',
        fallback: String(proposeDefaults.modelTimeoutSeconds),
        summary: 'How long to wait for the model, at most an hour',
      },
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        completes: 'path',
        summary: 'Also write the proposal to this file: as JSON if it ends in .json, else as Markdown',
      },
    ],
    examples: [{ command: 'coppice evolve propose deploy', says: 'what deploy could learn' }],
  },
  {
    name: 'evolve review',
    group: 'evolve',
    summary: 'List the proposals, those that wait for a decision first',
    description: [
      'A proposal is stale when its skill was changed after it was made; propose it again. A file that cannot be read is named and stops nothing.',
    ],
    arguments: [],
    flags: [
      { name: 'state', value: 'STATE', choices: shownStates, summary: 'Only those in this state' },
      {
        name: 'share',
        value: 'ID',
        summary: 'Send this one to the registry instead, as a draft for the team; nothing here is changed',
      },
    ],
    examples: [
      { command: 'coppice evolve review --state pending', says: 'what waits for you' },
      { command: 'coppice evolve review --share 3f9a1c2b4d5e', says: 'let the team decide' },
    ],
  },
  {
    name: 'evolve review show',
    group: 'evolve',
    summary: 'Show a proposal, its evidence and what it would change',
    description: [
      'The diff is made anew from what would be written, whatever the file of the proposal says.',
    ],
    arguments: [proposalArgument],
    flags: [],
    examples: [{ command: 'coppice evolve review show 3f9a1c2b4d5e', says: 'before you decide' }],
  },
  {
    name: 'evolve review accept',
    group: 'evolve',
    summary: 'Write what a proposal says',
    description: [
      'Only into the very file that it was made for: if that was changed since, nothing is written. The verifiers of evolve run judge it, and coppice undo takes it back. You decide, so a pin does not prevent it.',
      'Exits with 3 when a verifier refused and the old bytes are back.',
    ],
    arguments: [proposalArgument],
    flags: [],
    examples: [{ command: 'coppice evolve review accept 3f9a1c2b4d5e', says: 'it is good' }],
  },
  {
    name: 'evolve review reject',
    group: 'evolve',
    summary: 'Remember that a proposal is not wanted',
    description: ['The same change is not proposed or written again, until something new is seen.'],
    arguments: [proposalArgument],
    flags: [{ name: 'reason', value: 'TEXT', summary: 'Why, for whoever looks at it later' }],
    examples: [
      { command: 'coppice evolve review reject 3f9a1c2b4d5e --reason "a flaky network"', says: 'it is not' },
    ],
  },
] as const satisfies readonly VerbRecord[];

/*
 * Verbs that improve skills from what really happened.
 */

import { shownStates } from '../../evolve/rules/proposal/shown-state.js';
import { optimizeDefaults, proposeDefaults } from '../rules/defaults.js';
import type { Argument, Flag, VerbRecord } from '../rules/verb.js';
import { agentFlags } from './agent-flags.js';

/** What `evolve run` takes and a schedule passes on. Each is a key of the configuration too. */
export const passedFlags = [
  { name: 'days', value: 'N', fallback: '7', summary: 'How many days of evidence to use' },
  { name: 'max-skills', value: 'N', fallback: '3', summary: 'How many skills one run may change' },
  {
    name: 'min-evidence',
    value: 'N',
    fallback: '2',
    summary: 'How many events a skill needs before it gets a note',
  },
  {
    name: 'variants',
    value: 'N',
    fallback: '1',
    summary: 'How many variants of a note to compare, from 1 to 4',
  },
  { name: 'protect-core-skills', summary: 'Do not change the core skills of agents (the default)' },
  { name: 'no-protect-core-skills', summary: 'Treat the core skills of agents like any other skill' },
  {
    name: 'allow-auto-apply-skill',
    value: 'PATTERN',
    repeat: true,
    summary: 'Only skills whose name matches may be changed',
  },
  {
    name: 'block-auto-apply-skill',
    value: 'PATTERN',
    repeat: true,
    summary: 'Skills whose name matches are never changed',
  },
  { name: 'staged-verify', summary: 'Has no effect: the verifiers always run in order, cheapest first' },
  {
    name: 'pre-verify-command',
    value: 'COMMAND',
    summary: 'A command that must pass before the verify command runs',
  },
  {
    name: 'verify-command',
    value: 'COMMAND',
    summary: 'A command that must pass for a note to be kept (default: the built-in validator)',
  },
  { name: 'require-restore-drill', summary: 'Write only if coppice drill passed for the last note' },
  { name: 'semantic-candidates', summary: 'Let an embedding model order the candidates' },
  {
    name: 'rerank-candidates',
    summary: 'Let a reranking model order the candidates; implies --semantic-candidates',
  },
] as const satisfies readonly Flag[];

const evolveRunFlags = [
  ...passedFlags,
  { name: 'apply-low-risk', summary: 'Write the notes; also needs --approve-auto-apply' },
  { name: 'approve-auto-apply', summary: 'Approve writing without review; also needs --apply-low-risk' },
  {
    name: 'verify',
    value: 'KIND',
    choices: ['eval'],
    summary: 'eval: also evaluate each changed skill against its old text, and revert it if it got worse',
  },
  { name: 'propose', summary: 'Make a proposal for each note, and write no skill' },
  { name: 'dry-run', summary: 'Only plan, even if the configuration says to write' },
] as const satisfies readonly Flag[];

const skillArgument = { name: 'skill', summary: 'A skill, by name or id' } as const satisfies Argument;

const proposalArgument = {
  name: 'id',
  summary: 'The id of a proposal, or its beginning',
} as const satisfies Argument;

export const evolveVerbs = [
  {
    name: 'evolve run',
    group: 'evolve',
    summary: 'Plan notes for skills from evidence, and write them only with two flags',
    description: [
      'A skill that keeps failing in the same way, or that users keep correcting, gets at most five lines at the end of its SKILL.md: which command fails, and what worked instead. Everything else in the file stays the same, and coppice undo removes these lines. A skill without problems gets nothing.',
      'Without flags it only plans. With --propose each note waits for you in coppice evolve review. Writing needs both --apply-low-risk and --approve-auto-apply, and then changes only skills that were made by an agent and are not pinned.',
      'Exits with 0 when done or when there was nothing to do, 1 when refused, 3 when a verifier failed and the previous content was restored, 4 when some notes were written and some failed.',
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
    summary: 'List the skills that a note would help, in the order a run takes them',
    description: [
      'The order is by what a note could save: sessions that failed although the fix is known, then corrections by users, then sessions that failed without a known fix.',
      'With --query, ranks all skills by how well they match the text instead. --semantic alone only shows which models would be used; --execute-semantic uses them. Nothing is downloaded unless search.allow_download permits it.',
    ],
    arguments: [],
    flags: [
      { name: 'query', value: 'TEXT', summary: 'Rank all skills by this text' },
      { name: 'days', value: 'N', fallback: '7', summary: 'How many days of evidence to use' },
      {
        name: 'min-evidence',
        value: 'N',
        fallback: '2',
        summary: 'How many events a skill needs before it gets a note',
      },
      { name: 'limit', value: 'N', fallback: '10', summary: 'How many skills to list with --query' },
      { name: 'semantic', summary: 'Show which models would order the candidates, and load none' },
      { name: 'execute-semantic', summary: 'Let the embedding model order the candidates' },
      { name: 'rerank', summary: 'Let the reranking model order the candidates too' },
    ],
    examples: [{ command: 'coppice evolve candidates', says: 'which skills come next' }],
  },
  {
    name: 'evolve show',
    group: 'evolve',
    summary: 'Show the note of a skill and the evidence behind each line',
    description: [
      'For each line, shows when it happened, in which agent, which command failed and what became of it. For a skill without a note, shows what a note would say and why there is none yet. No skill is changed.',
    ],
    arguments: [skillArgument],
    flags: [{ name: 'days', value: 'N', fallback: '7', summary: 'How many days of evidence to use' }],
    examples: [{ command: 'coppice evolve show deploy', says: 'where each line comes from' }],
  },
  {
    name: 'evolve promote',
    group: 'evolve',
    summary: "Propose that a line of a note becomes a step of the skill's own text",
    description: [
      'The step is added to the section "Learned from use", and the line leaves the note. Like every proposal, it is applied only when you accept it, and coppice undo reverts it.',
    ],
    arguments: [
      skillArgument,
      { name: 'line', summary: 'The number of the line, as coppice evolve show prints it' },
    ],
    flags: [],
    examples: [{ command: 'coppice evolve promote deploy 1', says: 'the first line becomes a step' }],
  },
  {
    name: 'evolve effect',
    group: 'evolve',
    summary: 'Show whether notes and new versions of skills helped',
    description: [
      'For each note, compares how many loads of its skill failed (there was an error, or you corrected the agent) in the two to four weeks before and after, without the week that led to the note. It says helped or harmed only if neither chance, nor a burst of bad days, nor a trend, nor what happened to other skills explains the difference; otherwise it says no change seen, too early, or which data is missing.',
      'A note that harmed is removed by the next run that may write its skill; the entries to undo are listed. Notes that ended are shown for 90 days. No skill is changed.',
      'Other changes of the text of a skill, by an edit or by a new version that a project got, are judged in the same way if the skill was used before and after.',
      'With telemetry.share_effect in the configuration, counts about notes and versions that others in the team may have too are sent to the registry, and judged together with the counts of the others.',
    ],
    arguments: [{ name: 'skill', summary: 'A skill, by name or id', optional: true }],
    flags: [{ name: 'no-telemetry', summary: 'Send the registry nothing, and judge without it' }],
    examples: [{ command: 'coppice evolve effect', says: 'for all notes and versions' }],
  },
  {
    name: 'evolve trial',
    group: 'evolve',
    summary: 'Find out whether a note helps, by days with and without it',
    description: [
      'For some weeks, a fair coin decides for each day (in UTC) whether the note is in the skill. The days are drawn before the first one and recorded in the ledger, so that neither a trend nor an outage can look like an effect. Each evolve run that writes or proposes puts the note in or takes it out; a day on which a needed run did not happen is not counted.',
      'At the end, the verdict is helped or harmed if days assigned by chance would differ as much in at most 3% of all draws. A trial ends early only at half time, and only if that share is at most 0.1%. A note that harmed stays out; any other stays in.',
      'A trial is possible only for skills that a run may write unattended. While it runs, nothing else changes the note, and a change to the skill ends the trial.',
    ],
    arguments: [skillArgument],
    flags: [
      { name: 'days', value: 'N', fallback: '28', summary: 'How many days the trial takes, from 14 to 112' },
    ],
    examples: [{ command: 'coppice evolve trial deploy', says: 'four weeks, from today' }],
  },
  {
    name: 'evolve trial status',
    group: 'evolve',
    summary: 'Show the trials, and what they found',
    description: [
      'The figures are printed only when a trial has ended, so that nobody stops a trial because of how it looks so far.',
    ],
    arguments: [{ ...skillArgument, optional: true }],
    flags: [],
    examples: [{ command: 'coppice evolve trial status', says: 'all trials' }],
  },
  {
    name: 'evolve trial stop',
    group: 'evolve',
    summary: 'Stop a trial without a verdict, and leave the note in the skill',
    description: ['The trial stays in the ledger and in coppice evolve trial status.'],
    arguments: [skillArgument],
    flags: [],
    examples: [{ command: 'coppice evolve trial stop deploy', says: 'the note is in the skill again' }],
  },
  {
    name: 'evolve propose',
    group: 'evolve',
    summary: 'Propose a change to one skill from its evidence, for review',
    description: [
      'Creates a proposal: the note that a run would write, with the evidence behind each line, its risk and a diff. It works for every skill that you may change, including those that a run skips; the proposal says why. No skill is changed, and what you rejected or undid is not proposed again without new evidence.',
      'With --draft-with-model, the model of evolve.model_endpoint or evolve.model_command drafts a section instead. Its answer is only ever a proposal; if it does not answer, you get the note.',
    ],
    arguments: [skillArgument],
    flags: [
      {
        name: 'days',
        value: 'N',
        fallback: String(proposeDefaults.days),
        summary: 'How many days of evidence to use',
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
    examples: [{ command: 'coppice evolve propose deploy', says: 'a change for the skill deploy' }],
  },
  {
    name: 'evolve optimize',
    group: 'evolve',
    summary: 'Let your model edit a skill, and keep what helps with its cases',
    description: [
      'Runs the cases of the skill (see coppice eval) with the text as it is. Then the model of evolve.model_endpoint or evolve.model_command proposes a few edits, and the cases run with the edited text. Half of the cases are shown to the model with what went wrong in them; the others it never sees. An edit is kept only if agents do strictly better at the cases it did not see, and worse at none.',
      'An edit adds, deletes or replaces lines of the text, at most 20 counted together. The name, the frontmatter and the note stay as they are; the description may change where trigger cases are run. The best edit becomes a proposal with the scores of every case, for coppice evolve review. No skill is changed.',
      'What was run is recorded and not run again, so that it can be interrupted and continued. Edits that were not kept are remembered: they are not tried again, and the model is shown them. --max-cost counts the runs of the agent; what the model costs is not known to Coppice.',
      'Exits with 1 if the model gave no answer, and 4 when not every run was done.',
    ],
    arguments: [skillArgument],
    flags: [
      {
        name: 'rounds',
        value: 'N',
        fallback: String(optimizeDefaults.rounds),
        summary: 'How many edits the model may propose, at most 20',
      },
      {
        name: 'model-timeout',
        value: 'SECONDS',
        fallback: String(proposeDefaults.modelTimeoutSeconds),
        summary: 'How long to wait for the model, at most an hour',
      },
      ...agentFlags,
      { name: 'yes', summary: 'Run without asking' },
    ],
    examples: [
      {
        command: 'coppice evolve optimize tide-table --max-cost 2',
        says: 'an edit that helps, as a proposal',
      },
    ],
  },
  {
    name: 'evolve review',
    group: 'evolve',
    summary: 'List the proposals, pending ones first',
    description: [
      'A proposal is stale if its skill was changed afterwards; propose it again. A file that cannot be read is reported, and the others are still listed.',
    ],
    arguments: [],
    flags: [
      { name: 'state', value: 'STATE', choices: shownStates, summary: 'Only proposals in this state' },
      {
        name: 'share',
        value: 'ID',
        summary:
          'Send this proposal to the registry instead, as a draft for the team; nothing on this machine is changed',
      },
    ],
    examples: [
      { command: 'coppice evolve review --state pending', says: 'what you can decide on' },
      { command: 'coppice evolve review --share 3f9a1c2b4d5e', says: 'let the team decide' },
    ],
  },
  {
    name: 'evolve review show',
    group: 'evolve',
    summary: 'Show a proposal, its evidence and what it would change',
    description: [
      'The diff is computed from what would be written now, not taken from the file of the proposal.',
      'With --words it prints only what you may word otherwise: the lines of a note, the section of a draft, the step of a promotion, or the SKILL.md of an edit. Give your wording to review accept --edited; it passes the same checks.',
    ],
    arguments: [proposalArgument],
    flags: [{ name: 'words', summary: 'Print only the words that you may change' }],
    examples: [
      { command: 'coppice evolve review show 3f9a1c2b4d5e', says: 'before you decide' },
      { command: 'coppice evolve review show 3f9a1c2b4d5e --words > note.md', says: 'to word it otherwise' },
    ],
  },
  {
    name: 'evolve review accept',
    group: 'evolve',
    summary: 'Apply proposals',
    description: [
      'With --all, Coppice shows what each pending proposal would change, and asks once. Without a terminal it changes nothing unless --yes is given.',
      'Changes only the file that the proposal was made for; if that file was changed since, nothing is written. The verifiers of evolve run check the result, and coppice undo reverts it. A pin does not prevent it, because you decide.',
      'Exits with 3 when a verifier failed and the previous content was restored.',
    ],
    arguments: [{ ...proposalArgument, optional: true, repeat: true }],
    flags: [
      { name: 'all', summary: 'Apply every pending proposal, after you have seen what each would change' },
      { name: 'yes', summary: 'With --all, apply them without asking' },
      {
        name: 'edited',
        value: 'FILE',
        completes: 'path',
        summary:
          'Apply this wording of one proposal instead, from a file or - for standard input; see review show --words',
      },
      {
        name: 'require-eval',
        summary:
          'Evaluate each change against the old text on your agent, and revert those that make the skill worse',
      },
    ],
    examples: [
      { command: 'coppice evolve review accept 3f9a1c2b4d5e', says: 'apply it' },
      { command: 'coppice evolve review accept --all', says: 'show all, and ask once' },
    ],
  },
  {
    name: 'evolve review reject',
    group: 'evolve',
    summary: 'Reject a proposal',
    description: [
      'The same change is not proposed or written again until there is new evidence. coppice undo takes the decision back.',
    ],
    arguments: [proposalArgument],
    flags: [{ name: 'reason', value: 'TEXT', summary: 'The reason, recorded with the proposal' }],
    examples: [
      {
        command: 'coppice evolve review reject 3f9a1c2b4d5e --reason "a flaky network"',
        says: 'do not apply it',
      },
    ],
  },
] as const satisfies readonly VerbRecord[];

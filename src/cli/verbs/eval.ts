/*
 * Verbs that measure whether a skill helps an agent.
 */

import type { VerbRecord } from '../rules/verb.js';
import { agentFlags } from './agent-flags.js';

export const evalVerbs = [
  {
    name: 'eval',
    group: 'evolve',
    summary: 'Run the cases of a skill on your agent, with the skill and without it',
    description: [
      'Reads the cases in evals/ of the skill: folders with prompt.md or case.yaml and graders in the format of claude plugin eval, evals.json of skill-creator, and trigger sets. Each case runs three times (--runs) in each arm, by default one arm with the skill and one without it, in a project and a home of its own, which contain this one skill and nothing of yours. docs/evals.md describes the formats, the limits and the verdict.',
      'The agent gets one environment variable for its sign-in and no other setting. It may only read; --allow-tools allows more. Only skills that the scanner passes are run. Skills of others, and the scripts and variables of cases, need --trust-cases. Without a terminal it needs --yes, or eval.unattended in the configuration.',
      'Every run is recorded and redacted. --replay computes the result from recordings without an agent, and fails if one is missing.',
      'With --triggers no agent is started, so it costs nothing: the trigger cases are ranked by what the listing of the agent shows of each skill after it was cut, and skills whose descriptions collide are named. It exits with 1 if a request points to the wrong skill.',
      'With --results the stored results are listed, the newest first: the last one of each content of the skill on each agent, whether the skill has changed since, and what came of each case in the newest.',
      'Exits with 0 when the requirements are met; with 1 when they are not, when the skill does harm, or when a file is not a case; and with 4 when not every run was done.',
    ],
    arguments: [{ name: 'skill', summary: 'A skill, by name, id or folder', completes: 'path' }],
    flags: [
      ...agentFlags,
      { name: 'only-with', summary: 'Run only with the skill, and compare with nothing' },
      {
        name: 'old',
        value: 'DIR',
        completes: 'path',
        summary: 'Compare with the skill in this folder instead of with none',
      },
      { name: 'replay', summary: 'Use recordings only, and start no agent' },
      { name: 'min-score', value: 'X', summary: 'The lowest score that is accepted, from 0 to 1' },
      {
        name: 'min-difference',
        value: 'X',
        summary: 'The lowest difference between the arms that is accepted',
      },
      {
        name: 'output',
        value: 'DIR',
        completes: 'path',
        summary: 'Write result.json, aggregate-result.json, report.md and report.html there',
      },
      { name: 'markdown', summary: 'Print the result as Markdown' },
      { name: 'triggers', summary: 'Rank the trigger cases by the listing of the agent, and start no agent' },
      { name: 'results', summary: 'List the stored results of the skill, and start no agent' },
      { name: 'yes', summary: 'Run without asking' },
    ],
    examples: [
      { command: 'coppice eval tide-table', says: 'does it help?' },
      {
        command: 'coppice eval ./tide-table --replay --recordings evals-recorded --min-score 0.9',
        says: 'in CI, without a key',
      },
    ],
  },
  {
    name: 'eval init',
    group: 'evolve',
    summary: 'Write first trigger cases from requests after which the skill was loaded',
    description: [
      'The requests come from evidence, where they were redacted: those after which an agent loaded the skill, and those after which it loaded another one. Each is shown, and becomes a case only if you accept it. The cases are written to evals/triggers.json of the skill, and coppice undo removes them.',
    ],
    arguments: [{ name: 'skill', summary: 'A skill, by name or id' }],
    flags: [
      { name: 'days', value: 'N', fallback: '90', summary: 'How many days of evidence to use' },
      { name: 'limit', value: 'N', fallback: '10', summary: 'How many requests of each kind to show' },
      { name: 'dry-run', summary: 'Only show the requests' },
    ],
    examples: [{ command: 'coppice eval init deploy', says: 'choose the first cases' }],
  },
] as const satisfies readonly VerbRecord[];

/*
 * `coppice schedule run`: what a schedule starts. Reads what happened, retires what is idle, writes notes.
 */

import { stepText } from '../../evolve/rules/schedule/report.js';
import { worstExitCode } from '../../evolve/rules/schedule/steps.js';
import { runSchedule } from '../../evolve/schedule/run.js';
import { printable } from '../../text/printable.js';
import { commandStep } from '../command-step.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { evolveWords, requireEvolveFlags } from '../schedule.js';
import type { Report } from '../verb.js';

export async function runScheduleRun(context: Context, input: Input): Promise<Report> {
  const { files, clock, home } = libraryPlace(context, input);
  const proposalOnly = input.isOn('proposal-only');
  const options = { proposalOnly, flags: input.argumentList('flags') };
  const evolve = commandStep(context, input, evolveWords(options));
  const report = await runSchedule({ files, clock, home }, [
    commandStep(context, input, ['evidence', 'backfill']),
    commandStep(context, input, ['curate', '--if-due', ...(proposalOnly ? ['--dry-run'] : [])]),
    {
      ...evolve,
      run: async () => {
        requireEvolveFlags(context, input, options);
        return await evolve.run();
      },
    },
  ]);
  return {
    document: report,
    text: rowsText(
      context.terminal,
      ['RESULT', 'STEP'],
      report.steps.map((step) => [stepText(step), step.name]),
    ),
    talk: printable(`report: ${home}/reports/${report.runId}/REPORT.md`).concat('\n'),
    exitCode: worstExitCode(report.steps),
  };
}

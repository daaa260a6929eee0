/*
 * `coppice evolve promote`: proposes that a line of a note becomes a step of the skill's own text. No skill is changed.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { promote } from '../../../evolve/promote.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { CoppiceError } from '../../../text/errors.js';
import { proposeDefaults } from '../../rules/defaults.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { proposeReport } from './propose.js';

export async function runEvolvePromote(context: Context, input: Input<'evolve promote'>): Promise<Report> {
  const entry = findSkillToChange(libraryOf(context), input.argument('skill'));
  const line = input.argument('line');
  if (!/^[1-9]\d{0,3}$/.test(line)) {
    throw new CoppiceError('bad-value', `LINE cannot be ${line === '' ? 'empty' : line}`, {
      hint: 'give the number that coppice evolve show prints before the line',
    });
  }
  const made = await withEvidence(context, ({ store, library }) =>
    promote({ library, evidence: store }, entry, Number(line), proposeDefaults.days),
  );
  return proposeReport(made);
}

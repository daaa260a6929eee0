/*
 * `coppice scan accept`: a person's decision to use a skill although the scanner blocks it, for these very bytes.
 */

import type { Context } from '../../../app/context.js';
import { skillLibraryOf } from '../../../app/skill-library.js';
import { printable } from '../../../text/printable.js';
import { requireFlag } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runScanAccept(context: Context, input: Input<'scan accept'>): Promise<Report> {
  const library = skillLibraryOf(context);
  const name = input.argument('skill');
  if (input.isOn('undo')) {
    const taken = await library.unaccept(name);
    const said =
      taken.entry === null
        ? 'it was not accepted'
        : 'Coppice gives it to no agent while the scanner blocks it';
    return { document: taken, text: `${printable(taken.id)}: ${said}\n` };
  }
  const accepted = await library.accept(name, requireFlag('scan accept', 'reason', input.text('reason')));
  const undo = accepted.entry === null ? '' : `undo with: coppice undo ${accepted.entry}\n`;
  return {
    document: accepted,
    text: `accepted ${printable(accepted.id)}, as it is now: agents get it until one of its files changes\n${undo}`,
  };
}

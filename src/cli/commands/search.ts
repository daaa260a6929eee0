/*
 * `coppice search`: the skills that fit, best first.
 */

import { type Findings, findSkills } from '../../library/use/find.js';
import { printable } from '../../system/terminal/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import type { Report } from '../verb.js';
import { wholeNumber } from '../whole-number.js';

export function run(context: Context, input: Input): Report {
  const limit = wholeNumber(input, 'limit', 1);
  const findings = findSkills(libraryOf(context, input), {
    text: input.argumentList('text').join(' '),
    archived: input.isOn('archived'),
    limit,
  });
  const rows = findings.results.map(({ id, score, state, trusted, description }) => {
    return [id, score.toFixed(2), trusted ? state : `${state}, untrusted`, description];
  });
  return {
    document: findings,
    text: rowsText(context.terminal, ['SKILL', 'SCORE', 'STATE', 'DESCRIPTION'], rows),
    talk: talk(findings),
  };
}

function talk({ message, hint }: Findings): string {
  const lines = [...(message === undefined ? [] : [message]), `hint: coppice ${hint}`];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

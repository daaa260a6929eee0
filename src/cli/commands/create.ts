/*
 * `coppice create`: a new skill, with its author declared. One that resembles another is created all the same, and the
 * other is named.
 */

import { printable } from '../../text/printable.js';
import type { Context } from '../context.js';
import { changeOptions, contentOf, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';
import { skillLibraryOf } from '../writing.js';

export async function runCreate(context: Context, input: Input): Promise<Report> {
  const body = contentOf(context, input, 'body', 'body-file');
  const request = {
    name: input.argument('name') ?? '',
    description: needed(input, 'create', 'description'),
    body: body && new TextDecoder().decode(body),
    category: input.text('category'),
  };
  const created = await skillLibraryOf(context, input).create(request, changeOptions(input));
  const report = writtenReport('created', created);
  if (created.similar.length === 0) return report;
  const named = created.similar
    .map(({ id, score }) => `${id} (${Math.round(score * 100)} % alike)`)
    .join(', ');
  const advice = 'does much the same; consider patching that one instead';
  return { ...report, talk: `warning: ${printable(named)} ${advice}\n` };
}

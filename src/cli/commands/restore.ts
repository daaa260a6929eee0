/*
 * `coppice restore`: a skill brought back out of the archive.
 */

import type { Context } from '../context.js';
import { changeOptions, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runRestore(context: Context, input: Input): Promise<Report> {
  const options = { ...changeOptions(input), as: input.text('as'), reason: input.text('reason') };
  const written = await skillLibraryOf(context, input).restore(input.argument('name') ?? '', options);
  return writtenReport('restored', written);
}

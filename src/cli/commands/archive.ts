/*
 * `coppice archive`, and `coppice delete`, which is the same: a skill is moved to the archive of its root.
 */

import type { Context } from '../context.js';
import { changeOptions, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runArchive(context: Context, input: Input): Promise<Report> {
  const options = { ...changeOptions(input), reason: input.text('reason') };
  const written = await skillLibraryOf(context, input).archive(input.argument('name') ?? '', options);
  return writtenReport('archived', written);
}

/*
 * `coppice archive`, and `coppice delete`, which is the same: a skill is moved to the archive of its root.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { changeOptions, skillLibraryOf, writtenReport } from '../writing.js';

export async function runArchive(context: Context, input: Input): Promise<Report> {
  const options = { ...changeOptions(input), reason: input.text('reason') };
  const written = await skillLibraryOf(context, input).archive(input.argument('name') ?? '', options);
  return writtenReport('archived', written);
}

/*
 * `coppice rename`: another name for a skill, in its frontmatter, on its folder and for its usage.
 */

import type { Context } from '../context.js';
import { changeOptions, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runRename(context: Context, input: Input): Promise<Report> {
  const [name, newName] = [input.argument('name') ?? '', input.argument('new-name') ?? ''];
  const written = await skillLibraryOf(context, input).rename(name, newName, changeOptions(input));
  return writtenReport('renamed', written);
}

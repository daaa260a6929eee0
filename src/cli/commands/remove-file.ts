/*
 * `coppice remove-file`: a support file of a skill taken out; the ledger keeps its bytes.
 */

import type { Context } from '../context.js';
import { changeOptions, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runRemoveFile(context: Context, input: Input): Promise<Report> {
  const [name, path] = [input.argument('name') ?? '', input.argument('path') ?? ''];
  const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
  const written = await skillLibraryOf(context, input).removeFile(name, path, options);
  return writtenReport('removed a file of', written);
}

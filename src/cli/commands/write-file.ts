/*
 * `coppice write-file`: a support file of a skill, new or replaced.
 */

import { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import { changeOptions, contentOf, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { skillLibraryOf } from '../writing.js';

export async function runWriteFile(context: Context, input: Input): Promise<Report> {
  const content = contentOf(context, input, 'content', 'content-file');
  if (content === undefined) {
    const hint = 'coppice help write-file';
    throw new CoppiceError('usage', 'write-file needs --content or --content-file', { hint });
  }
  const [name, path] = [input.argument('name') ?? '', input.argument('path') ?? ''];
  const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
  const written = await skillLibraryOf(context, input).writeFile(name, path, content, options);
  return writtenReport('wrote a file of', written);
}

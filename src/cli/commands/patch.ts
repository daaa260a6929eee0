/*
 * `coppice patch`: one piece of a skill replaced, exactly.
 */

import type { Context } from '../context.js';
import { changeOptions, writtenReport } from '../frame/written-content.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';
import { skillLibraryOf } from '../writing.js';

export async function runPatch(context: Context, input: Input): Promise<Report> {
  const patch = {
    find: needed(input, 'patch', 'find'),
    replace: needed(input, 'patch', 'replace'),
    all: input.isOn('all'),
    file: input.text('file'),
  };
  const options = { ...changeOptions(input), expectedSha256: input.text('expected-sha256') };
  const name = input.argument('name') ?? '';
  return writtenReport('patched', await skillLibraryOf(context, input).patch(name, patch, options));
}

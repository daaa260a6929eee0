/*
 * `coppice adopt`: declares that skills were made by an agent, so that the curator may care for them. Clocks go on.
 */

import type { OpenLibrary } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runAdopt(context: Context, input: Input): Report {
  const library = libraryOf(context, input);
  const ids = adopted(library, input);
  for (const id of ids) {
    const result = library.usage.put(id, { createdBy: 'agent' });
    if (!result.ok) throw result.error;
  }
  return { document: { adopted: ids }, text: ids.map((id) => `adopted ${printable(id)}\n`).join('') };
}

function adopted(library: OpenLibrary, input: Input): readonly string[] {
  const names = input.argumentList('name');
  if (input.isOn('all')) return unmanaged(library);
  if (names.length === 0)
    throw new CoppiceError('usage', 'adopt needs NAME... or --all', { hint: 'coppice help adopt' });
  return names.map((name) => findSkillToChange(library, name).id);
}

/** Those whose author nobody declared. */
function unmanaged(library: OpenLibrary): readonly string[] {
  return readCatalog(library)
    .skills.map(({ id }) => id)
    .filter((id) => (library.usage.get(id)?.createdBy ?? 'unknown') === 'unknown');
}

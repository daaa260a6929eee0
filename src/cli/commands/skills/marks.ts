/*
 * `coppice pin`: a pinned skill is never archived; a frozen one is not edited by agents either.
 */

import { type Context, libraryOf } from '../../../app/context.js';
import type { Library } from '../../../library/open-library.js';
import { readCatalog } from '../../../library/read/catalog.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { managedProvenance } from '../../../library/rules/root.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { PinLevel } from '../../../usage/rules/record.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export function runPin(context: Context, input: Input<'pin'>): Report {
  return setPin(context, input.argument('name'), input.isOn('freeze') ? 'freeze' : 'pin');
}

/*
 * `coppice unpin`: the skill may be archived and edited again.
 */

export function runUnpin(context: Context, input: Input<'unpin'>): Report {
  return setPin(context, input.argument('name'), 'none');
}

/*
 * Sets the level of a skill's pin. A pin in the frontmatter is the author's, and only an edit removes it.
 */

export function setPin(context: Context, name: string, pinLevel: PinLevel): Report {
  const library = libraryOf(context);
  const { id, pinned: inFrontmatter } = findSkillToChange(library, name);
  const result = library.usage.put(id, { pinLevel });
  if (!result.ok) throw result.error;
  const done = { none: 'unpinned', pin: 'pinned', freeze: 'pinned and frozen' }[pinLevel];
  const still = pinLevel === 'none' && inFrontmatter ? '; its frontmatter still pins it' : '';
  return {
    document: { id, pinned: pinLevel !== 'none' || inFrontmatter, pinLevel },
    text: `${done} ${printable(id)}${still}\n`,
  };
}

/*
 * `coppice adopt`: declares that skills were made by an agent, so that the curator may retire them. Their idle time
 * goes on.
 */

export function runAdopt(context: Context, input: Input<'adopt'>): Report {
  const library = libraryOf(context);
  const ids = adopted(library, input);
  for (const id of ids) {
    const result = library.usage.put(id, { createdBy: 'agent' });
    if (!result.ok) throw result.error;
  }
  return { document: { adopted: ids }, text: ids.map((id) => `adopted ${printable(id)}\n`).join('') };
}

function adopted(library: Library, input: Input<'adopt'>): readonly string[] {
  const names = input.argumentList('name');
  if (input.isOn('all')) return unmanaged(library);
  if (names.length === 0)
    throw new CoppiceError('usage', 'adopt needs NAME... or --all', { hint: 'coppice help adopt' });
  return names.map((name) => findSkillToChange(library, name).id);
}

/** Those whose author nobody declared, without what another program writes. */
function unmanaged(library: Library): readonly string[] {
  return readCatalog(library)
    .skills.filter(({ root, folder }) => managedProvenance(root, folder) === undefined)
    .map(({ id }) => id)
    .filter((id) => (library.usage.get(id)?.createdBy ?? 'unknown') === 'unknown');
}

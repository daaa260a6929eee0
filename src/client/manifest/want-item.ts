/*
 * One more item for a project, in the text of its manifest: added, or, where it is there already, with the range that is
 * given.
 */

import { CoppiceError } from '../../text/errors.js';
import { addItem, setRange } from './edit-manifest.js';
import { isSameItem, itemTitle } from './item-names.js';
import type { Manifest, ManifestItem } from './manifest.js';

/** Without a range, one that is there stays as it is. */
export function wantItem(text: string, { items }: Manifest, item: ManifestItem): string {
  const known = items.find((other) => isSameItem(other, item));
  if (known === undefined) return addItem(text, item);
  if (JSON.stringify(known.wanted) === JSON.stringify(item.wanted)) return text;
  const { from } = item.wanted;
  if (from === 'registry' && known.wanted.from === 'registry')
    return item.wanted.range === '*' ? text : setRange(text, item, item.wanted.range);
  throw new CoppiceError('conflict', `${itemTitle(item)} is in the manifest already, from another source`, {
    hint: `take it out first, with \`coppice remove ${item.slug}\``,
  });
}

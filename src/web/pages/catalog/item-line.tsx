/*
 * An item of the catalog in a line: name, description, tags, version and usage. Only unusual states get a pill.
 */

import type { ItemRow } from '../../../registry/api/item.js';
import { Moment, Pill, WordPill } from '../../parts/facts.js';
import { itemAddress } from '../../rules/address.js';
import { type CatalogView, viewAddress, withTag } from '../../rules/catalog-view.js';
import { groupedCount } from '../../rules/wording.js';
import { Link } from '../../state/navigation.js';

interface Props {
  readonly item: ItemRow;
  readonly view: CatalogView;
}

const maxTags = 3;

export function ItemLine({ item, view }: Props) {
  return (
    <li class="item-line">
      <div class="item-name">
        <Link href={itemAddress(item)}>{item.slug}</Link>
        {item.name !== item.slug && <span class="muted small">{item.name}</span>}
        <Unusual item={item} />
      </div>
      <p class="item-says" dir="auto">
        {item.description}
      </p>
      <ul class="item-tags" aria-label={`Tags of ${item.slug}`}>
        {item.tags.slice(0, maxTags).map((tag) => (
          <li key={tag}>
            <Link
              class="tag"
              title={`Show only items with the tag ${tag}`}
              href={viewAddress(withTag(view, tag))}
            >
              {tag}
            </Link>
          </li>
        ))}
        {item.tags.length > maxTags && (
          <li class="muted small" title={item.tags.slice(maxTags).join(', ')}>
            +{item.tags.length - maxTags}
          </li>
        )}
      </ul>
      <div class="item-facts">
        <span class="item-version" title={item.version ?? undefined}>
          {item.version ?? 'none'}
        </span>
        <span>{groupedCount(item.uses ?? item.use_count, 'use')}</span>
        <span class="muted">
          {item.last_used_at === null ? (
            'never opened'
          ) : (
            <>
              last opened <Moment at={item.last_used_at} />
            </>
          )}
        </span>
      </div>
    </li>
  );
}

function Unusual({ item }: { readonly item: ItemRow }) {
  const { state, scan_verdict: verdict, deprecated, version } = item;
  return (
    <>
      {state !== 'published' && <WordPill word={state} />}
      {version === null && <WordPill word="yanked" />}
      {deprecated && <WordPill word="deprecated" />}
      {verdict !== 'pass' && <Pill word={`scan: ${verdict}`} tone={verdict === 'block' ? 'bad' : 'warn'} />}
    </>
  );
}

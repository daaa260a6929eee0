/*
 * To the page before and the next. Both are addresses, so that the browser's own buttons, a reload and a shared link all
 * lead to the same page.
 */

import { Link } from '../../navigation.js';
import { type CatalogView, viewAddress } from './catalog-view.js';

interface Props {
  readonly view: CatalogView;
  readonly nextCursor: string | null;
}

export function PageTurner({ view, nextCursor }: Props) {
  const { trail } = view;
  if (trail.length === 0 && nextCursor === null) return null;
  return (
    <nav class="page-turner" aria-label="Pages of the list">
      {trail.length > 0 && (
        <Link class="button" href={viewAddress({ ...view, trail: trail.slice(0, -1) })}>
          Previous
        </Link>
      )}
      <span class="muted small">Page {trail.length + 1}</span>
      {nextCursor !== null && (
        <Link class="button" href={viewAddress({ ...view, trail: [...trail, nextCursor] })}>
          Next
        </Link>
      )}
    </nav>
  );
}

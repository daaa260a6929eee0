/*
 * The catalog: searched as you type, filtered, sorted, page by page. All of it is in the address.
 */

import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../api/api.js';
import { PageHead } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { AnswerView } from '../../parts/states.js';
import {
  type CatalogView,
  changedView,
  pageSize,
  readView,
  resultText,
  viewAddress,
} from '../../rules/catalog-view.js';
import { Link, useNavigation } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { CatalogFilters, TagFilter } from './catalog-filters.js';
import { ItemLine } from './item-line.js';
import { NothingListed, PageGone } from './nothing-listed.js';
import './catalog.css';

export function CatalogPage() {
  const { query, go } = useNavigation();
  const { api, who, can } = useSession();
  const view = readView(query);

  const tags = useAnswer(view.kind, (signal) => api.get('/v1/tags', { query: { kind: view.kind }, signal }));
  const listed = useAnswer(viewAddress(view), async (signal) => {
    const { trail, tags: chosen, ...rest } = view;
    const request = { ...rest, tags: chosen.join(','), cursor: trail.at(-1), limit: pageSize };
    // The view belongs to its response: while another one is loading, the page must stay consistent.
    return { view, ...(await api.get('/v1/skills', { query: request, signal })) };
  });
  const count = useFocusOnChange(view.trail.at(-1));

  const show = (next: CatalogView) => go(viewAddress(next));
  const search = (text: string) => go(viewAddress(changedView(view, { query: text })), { replace: true });
  const refusal = listed.error instanceof ApiError ? listed.error.status : undefined;
  return (
    <>
      <PageHead title="Catalog" />
      {refusal !== 401 && (
        <>
          <div class="catalog-tools">
            <SearchField
              value={view.query}
              search={search}
              label="Search the catalog"
              placeholder="Search by name, description or tag"
            />
            <CatalogFilters view={view} isCurator={can('skills:curate')} show={show} />
          </div>
          <TagFilter view={view} known={tags.value ?? []} show={show} />
          <output ref={count} class="catalog-count" tabIndex={-1}>
            {listed.value && refusal === undefined && resultText(shownOf(listed.value))}
          </output>
        </>
      )}
      {refusal === 400 && view.trail.length > 0 ? (
        <PageGone view={view} />
      ) : (
        <AnswerView answer={listed} label="the catalog" lines={24}>
          {({ view: shown, items, next_cursor: nextCursor }) => (
            <>
              {items.length === 0 ? (
                <NothingListed
                  view={shown}
                  canPublish={can('skills:publish')}
                  tenant={who?.tenant ?? 'TENANT'}
                />
              ) : (
                <ul class="item-list">
                  {items.map((item) => (
                    <ItemLine key={item.slug} item={item} view={shown} />
                  ))}
                </ul>
              )}
              <PageTurner view={shown} nextCursor={nextCursor} />
            </>
          )}
        </AnswerView>
      )}
    </>
  );
}

/** Where a reader goes on after turning the page, since the link that did it is at the end of the list. */
function useFocusOnChange(cursor: string | undefined) {
  const element = useRef<HTMLOutputElement>(null);
  const before = useRef(cursor);
  useEffect(() => {
    if (cursor !== before.current) element.current?.focus({ preventScroll: true });
    before.current = cursor;
  }, [cursor]);
  return element;
}

interface Listed {
  readonly view: CatalogView;
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

function shownOf({ view, items, next_cursor }: Listed) {
  return { pagesBefore: view.trail.length, count: items.length, hasMore: next_cursor !== null };
}

/**
 * To the page before and the next. Both are addresses, so that the browser's own buttons, a reload and a shared link all
 * lead to the same page.
 */
interface Props {
  readonly view: CatalogView;
  readonly nextCursor: string | null;
}

function PageTurner({ view, nextCursor }: Props) {
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

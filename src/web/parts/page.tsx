/*
 * Parts of a page: its head (the title is also the browser's, and takes the focus when the page opens), links to other
 * pages of a list, and sections.
 */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { withQuery } from '../rules/address.js';
import { Link, useNavigation } from '../state/navigation.js';

interface PageHeadProps {
  readonly title: string;
  /** One line under it. */
  readonly says?: ComponentChildren;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

export function PageHead({ title, says, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Coppice`;
  }, [title]);
  // At once, because a moment later a quick user may have moved the focus.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div class="page-head">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {says !== undefined && (
          <p class="says" dir="auto">
            {says}
          </p>
        )}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}

interface PageLinksProps {
  readonly next: string | null;
  /** The labels of the first and the next page; by default for a list that starts with the newest. */
  readonly words?: readonly [first: string, next: string];
}

/** Links between the pages of a list. The position is in the address, so that Back and a reload keep it. */
export function PageLinks({ next, words: [firstWord, nextWord] = ['Newest', 'Older'] }: PageLinksProps) {
  const { path, query } = useNavigation();
  const { cursor, ...rest } = Object.fromEntries(query);
  if (cursor === undefined && next === null) return null;
  return (
    <nav class="actions" aria-label="Pages of the list">
      {cursor !== undefined && (
        <Link class="button" href={withQuery(path, rest)}>
          {firstWord}
        </Link>
      )}
      {next !== null && (
        <Link class="button" href={withQuery(path, { ...rest, cursor: next })}>
          {nextWord}
        </Link>
      )}
    </nav>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
}

/** A part of a page with its heading. */
export function Section({ title, children, actions }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/*
 * The head of a page: its title, which is the browser's too and takes the focus when the page is opened, and what can be
 * done on it.
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
  // At once: a moment later, whoever is quick has put the focus elsewhere.
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

/*
 * From page to page of a list. The place is in the address, so that Back and a reload stay where one was.
 */

interface PageLinksProps {
  readonly next: string | null;
  /** What the first page and the next one are called; of a list that begins with the newest unless told. */
  readonly words?: readonly [first: string, next: string];
}

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

/*
 * A part of a page with its heading.
 */

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
}

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

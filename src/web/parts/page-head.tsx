/*
 * The head of a page: its title, which is the browser's too and takes the focus when the page is opened, and what can be
 * done on it.
 */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** One line under it. */
  readonly says?: ComponentChildren;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

export function PageHead({ title, says, children }: Props) {
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

/*
 * A part of a page with its heading.
 */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
}

export function Section({ title, children, actions }: Props) {
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

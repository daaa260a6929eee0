/*
 * A label and what is filled in under it, with a line of help.
 */

import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly help?: string;
  /** The input itself: the label holds it, so that they belong together. */
  readonly children: ComponentChildren;
}

export function Field({ label, help, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label class="field">
      <span class="field-label">{label}</span>
      {children}
      {help !== undefined && <span class="field-help">{help}</span>}
    </label>
  );
}

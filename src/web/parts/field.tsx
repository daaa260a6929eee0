/*
 * A label with its input and a line of help.
 */

import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly help?: string;
  /** The input itself, inside the label so that they belong together. */
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

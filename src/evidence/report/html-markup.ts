/*
 * Markup that is safe by the way it is made: whatever is put into the template is text, unless it was made by the
 * template itself. What is invisible or turns the direction of writing is written out.
 */

import { printable } from '../../text/printable.js';

export interface Html {
  readonly markup: string;
}

export function html(pieces: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: pieces.map((piece, at) => piece + markupOf(values[at] ?? '')).join('') };
}

/** Attributes must be quoted. */
type Value = string | number | Html | readonly Html[];

function markupOf(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return printable(value).replace(/[&<>"']/g, escaped);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escaped(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/*
 * What a proposal is called in a list: the first thing it says, so that two of them are told apart.
 */

import type { NoteItem } from '../note/items.js';
import { literalLine } from '../note/neutralise.js';

const maxCharacters = 100;

export function noteTitle(items: readonly NoteItem[]): string {
  const [first, ...others] = items;
  if (first === undefined) return 'nothing';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return literalLine(itemText(first), maxCharacters - more.length) + more;
}

/** Its heading. */
export function draftTitle(section: string): string {
  const [heading = ''] = section.split('\n');
  return literalLine(heading.replace(/^#+ */, ''), maxCharacters);
}

function itemText({ kind, tool, count, text }: NoteItem): string {
  const times = count === 1 ? 'once' : `${count} times`;
  switch (kind) {
    case 'error':
      return `${tool === '' ? 'error' : `${tool} error`}, ${times}: ${text}`;
    case 'correction':
      return `correction by the user, ${times}: ${text}`;
    case 'use':
      return `used ${times} without an error`;
  }
}

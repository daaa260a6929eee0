/*
 * The part of a proposal that a person may word otherwise before accepting it, and the proposal with other words. It is
 * checked as the proposed words are, when it is applied.
 */

import { CoppiceError } from '../../../text/errors.js';
import { lineBreakOf } from '../../../text/utf8.js';
import { findBlock } from '../note/block.js';
import type { NoteItem } from '../note/items.js';
import { linesIn } from '../note/render.js';
import type { Proposal } from './proposal.js';

type Editable = Pick<Proposal, 'id' | 'kind' | 'content' | 'items' | 'support'>;

/** Of a note, the lines between its markers. Undefined where there is nothing to word: a note is removed. */
export function editableText({ kind, content }: Pick<Editable, 'kind' | 'content'>): string | undefined {
  if (kind !== 'note') return content.replaceAll('\r\n', '\n');
  return partsOf(content)?.inside.replaceAll('\r\n', '\n');
}

export function withEdited<Of extends Editable>(proposal: Of, words: string): Of {
  const { id, kind, content, items } = proposal;
  const lineBreak = lineBreakOf(content);
  const text = words.replaceAll('\r\n', '\n').replaceAll('\n', lineBreak);
  if (kind !== 'note') return { ...proposal, content: text };
  const parts = partsOf(content);
  if (parts === undefined)
    throw new CoppiceError('bad-value', `the proposal ${id} removes a note, so there is nothing to word`, {
      hint: 'accept or reject it as it is',
    });
  const { before, after } = parts;
  const inside = text.replace(/(?:\r?\n)+$/, '');
  const left = itemsIn(items, inside, linesIn(proposal.support?.text ?? ''));
  if (left.length === 0)
    throw new CoppiceError('bad-value', `no line of the note ${id} is left`, { hint: 'reject it instead' });
  return { ...proposal, content: `${before}${inside}${lineBreak}${after}`, items: left };
}

interface Parts {
  /** With the marker, as is what comes after. */
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

function partsOf(content: string): Parts | undefined {
  const block = findBlock(content);
  if (block.kind !== 'block') return undefined;
  const first = block.start + block.text.indexOf('\n') + 1;
  const last = block.start + block.text.lastIndexOf('\n') + 1;
  return {
    before: content.slice(0, first),
    inside: content.slice(first, Math.max(first, last)).replace(/\r?\n$/, ''),
    after: content.slice(Math.max(first, last)),
  };
}

/**
 * The evidence stays with its line: a line that was worded otherwise takes the place of one that is not there any more, in
 * their order. A line that is gone has no item, and a new one has no evidence.
 */
function itemsIn(
  items: readonly NoteItem[],
  inside: string,
  elsewhere: readonly string[],
): readonly NoteItem[] {
  const lines = linesIn(inside);
  const present = new Set([...lines, ...elsewhere]);
  const known = new Set(items.map(({ text }) => text));
  const reworded = lines.filter((line) => !known.has(line));
  return items.flatMap((item) => {
    if (present.has(item.text)) return [item];
    const text = reworded.shift();
    return text === undefined ? [] : [{ ...item, text }];
  });
}

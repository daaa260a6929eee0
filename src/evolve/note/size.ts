/*
 * Whether a note fits. Agents read a SKILL.md as a whole, so its length is bounded: up to the soft cap the note is
 * inside, above it the details go into the support file, and nothing is ever written above the hard cap.
 */

import { countCharacters } from '../../text/utf8.js';
import { type BlockPlace, spliceBlock } from './block.js';
import type { NoteFacts } from './note-lines.js';
import { type BlockStyle, renderBlock } from './render.js';
import { renderSupport, supportPath } from './spill.js';

/** In code points of the whole SKILL.md. */
export const softCapCharacters = 90_000;
export const hardCapCharacters = 100_000;

/** A SKILL.md, and where its block is or will be. */
export interface NoteTarget {
  readonly text: string;
  readonly place: Extract<BlockPlace, { kind: 'none' | 'block' }>;
}

export interface DraftSpec extends BlockStyle {
  readonly forceSpillover: boolean;
}

export type Draft =
  | { readonly sizeStrategy: 'inline'; readonly text: string; readonly contentChars: number }
  | {
      readonly sizeStrategy: 'reference-spillover';
      readonly text: string;
      readonly contentChars: number;
      readonly support: { readonly path: string; readonly text: string };
    }
  | { readonly sizeStrategy: 'skip-hard-cap'; readonly contentChars: number };

export function draftNote({ text, place }: NoteTarget, facts: NoteFacts, spec: DraftSpec): Draft {
  if (!spec.forceSpillover) {
    const inline = spliceBlock(text, place, renderBlock(facts, spec));
    const contentChars = countCharacters(inline);
    if (contentChars <= softCapCharacters) return { sizeStrategy: 'inline', text: inline, contentChars };
  }
  const path = supportPath(facts.name);
  const compact = spliceBlock(text, place, renderBlock(facts, { ...spec, evidenceLimit: 1 }, path));
  const contentChars = countCharacters(compact);
  if (contentChars > hardCapCharacters) return { sizeStrategy: 'skip-hard-cap', contentChars };
  const support = { path, text: renderSupport(facts) };
  return { sizeStrategy: 'reference-spillover', text: compact, contentChars, support };
}

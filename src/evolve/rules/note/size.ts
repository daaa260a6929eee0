/*
 * Fits a note into a SKILL.md. Agents read the whole file, so its length is limited: up to the soft cap the note is inline,
 * above it the lines go into the support file, and nothing is written above the hard cap. Variants differ in how many
 * lines they have and where; the same input always gives the same winner.
 */

import { countCharacters } from '../../../text/utf8.js';
import { type BlockLocation, spliceBlock } from './block.js';
import type { NoteItem } from './items.js';
import { renderBlock, renderPointer, renderSupport, supportPath } from './render.js';

/** Code points of the whole SKILL.md. */
const softCapCharacters = 90_000;
export const hardCapCharacters = 100_000;

/** A SKILL.md, and the location of its block. */
interface NoteTarget {
  readonly name: string;
  readonly text: string;
  readonly location: Extract<BlockLocation, { kind: 'none' | 'block' }>;
}

interface DraftSpec {
  readonly maxLines: number;
  readonly forceSpillover: boolean;
}

interface FittingDraft {
  readonly text: string;
  readonly block: string;
  readonly contentChars: number;
  /** The items that the note shows, in order. */
  readonly items: readonly NoteItem[];
}

export type Draft =
  | (FittingDraft & { readonly sizeStrategy: 'inline' })
  | (FittingDraft & {
      readonly sizeStrategy: 'reference-spillover';
      readonly support: { readonly path: string; readonly text: string };
    })
  | { readonly sizeStrategy: 'skip-hard-cap'; readonly contentChars: number };

function draftNote(target: NoteTarget, items: readonly NoteItem[], spec: DraftSpec): Draft {
  const { name, text, location } = target;
  if (!spec.forceSpillover) {
    const block = renderBlock(items, spec.maxLines);
    const inline = spliceBlock(text, location, block.text);
    const contentChars = countCharacters(inline);
    if (contentChars <= softCapCharacters) {
      return { sizeStrategy: 'inline', text: inline, block: block.text, contentChars, items: block.shown };
    }
  }
  const path = supportPath(name);
  const block = renderPointer(items, path);
  const compact = spliceBlock(text, location, block);
  const contentChars = countCharacters(compact);
  if (contentChars > hardCapCharacters) return { sizeStrategy: 'skip-hard-cap', contentChars };
  const { text: lines, shown } = renderSupport(name, items);
  return {
    sizeStrategy: 'reference-spillover',
    ...{ text: compact, block, contentChars, items: shown, support: { path, text: lines } },
  };
}

interface VariantReport {
  readonly index: number;
  readonly name: string;
  readonly spec: DraftSpec;
  readonly sizeStrategy: Draft['sizeStrategy'];
  readonly skippedReason: 'skill-content-hard-cap' | null;
  readonly contentChars: number;
  /** The paths of the support files. */
  readonly supportFiles: readonly string[];
  readonly score: number;
  /** The parts of the score. */
  readonly scoreBreakdown: Readonly<Record<string, number>>;
  readonly selected: boolean;
}

export interface VariantChoice {
  readonly draft: Draft;
  readonly variants: readonly VariantReport[];
  readonly selectedVariant: Pick<VariantReport, 'index' | 'name' | 'score'>;
}

/** Chooses the best of the first `count` variants (1 to 4); of equal ones, the first. */
export function chooseVariant(target: NoteTarget, items: readonly NoteItem[], count: number): VariantChoice {
  const oldChars = countCharacters(target.text);
  const tried = specs.slice(0, count).map(({ name, ...spec }, index) => {
    const draft = draftNote(target, items, spec);
    const scoreBreakdown = scoreOf(draft, oldChars);
    const score = Object.values(scoreBreakdown).reduce((sum, part) => sum + part);
    return { index, name, spec, draft, score, scoreBreakdown };
  });
  const best = tried.reduce((leader, next) => (next.score > leader.score ? next : leader));
  return {
    draft: best.draft,
    variants: tried.map(({ draft, ...variant }) => ({
      ...variant,
      sizeStrategy: draft.sizeStrategy,
      skippedReason: draft.sizeStrategy === 'skip-hard-cap' ? 'skill-content-hard-cap' : null,
      contentChars: draft.contentChars,
      supportFiles: draft.sizeStrategy === 'reference-spillover' ? [draft.support.path] : [],
      selected: variant.index === best.index,
    })),
    selectedVariant: { index: best.index, name: best.name, score: best.score },
  };
}

const specs: readonly (DraftSpec & { readonly name: string })[] = [
  { name: 'five-lines', maxLines: 5, forceSpillover: false },
  { name: 'three-lines', maxLines: 3, forceSpillover: false },
  { name: 'one-line', maxLines: 1, forceSpillover: false },
  { name: 'reference-file', maxLines: 1, forceSpillover: true },
];

/** In steps of a thousand, so that a few characters do not change the choice. */
function scoreOf({ sizeStrategy, contentChars }: Draft, oldChars: number): VariantReport['scoreBreakdown'] {
  if (sizeStrategy === 'skip-hard-cap') return { skipped: -1_000_000 };
  const overSoftCap = Math.max(0, contentChars - softCapCharacters);
  return {
    inline: sizeStrategy === 'inline' ? 100 : 0,
    overSoftCap: 0 - Math.floor(overSoftCap / 100),
    hardCapSlack: Math.min(Math.floor((hardCapCharacters - contentChars) / 1000), 10),
    difference: 0 - Math.min(Math.floor(Math.abs(contentChars - oldChars) / 1000), 20),
  };
}

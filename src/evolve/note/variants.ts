/*
 * Several ways to write the same note, and which of them is taken. They differ in how much evidence is shown, where,
 * and in the words of the guidance; the same input always gives the same winner. Of one variant, the first is taken,
 * which is the default.
 */

import { countCharacters } from '../../text/utf8.js';
import type { NoteFacts } from './note-lines.js';
import {
  type Draft,
  type DraftSpec,
  draftNote,
  hardCapCharacters,
  type NoteTarget,
  softCapCharacters,
} from './size.js';

export interface VariantReport {
  readonly index: number;
  readonly name: string;
  readonly spec: DraftSpec;
  readonly sizeStrategy: Draft['sizeStrategy'];
  readonly skippedReason: 'skill-content-hard-cap' | null;
  readonly contentChars: number;
  /** Their paths. */
  readonly supportFiles: readonly string[];
  readonly score: number;
  /** What the score is the sum of. */
  readonly scoreBreakdown: Readonly<Record<string, number>>;
  readonly selected: boolean;
}

export interface VariantChoice {
  readonly draft: Draft;
  readonly variants: readonly VariantReport[];
  readonly selectedVariant: Pick<VariantReport, 'index' | 'name' | 'score'>;
}

/** The best of the first so many, from 1 to 4; of equals the first. */
export function chooseVariant(target: NoteTarget, facts: NoteFacts, count: number): VariantChoice {
  const oldChars = countCharacters(target.text);
  const tried = specs.slice(0, count).map(({ name, ...spec }, index) => {
    const draft = draftNote(target, facts, spec);
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
  { name: 'default-verify-first', evidenceLimit: 5, guidanceStyle: 'verify-first', forceSpillover: false },
  {
    name: 'compact-evidence-first',
    evidenceLimit: 3,
    guidanceStyle: 'evidence-first',
    forceSpillover: false,
  },
  { name: 'wide-errors-first', evidenceLimit: 8, guidanceStyle: 'errors-first', forceSpillover: false },
  { name: 'spillover-minimal-inline', evidenceLimit: 1, guidanceStyle: 'verify-first', forceSpillover: true },
];

/** In steps of a thousand, so that a few characters do not turn a choice. */
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

/*
 * What a skill is for, as far as its description and the beginning of its body say it. A clause about what it is not for
 * names the neighbour's subject, so it is removed first.
 */

import { triggersOf, withoutExclusions } from './clauses.js';
import { isAction, type Term, termsOf } from './concepts.js';

export interface PurposeText {
  readonly name: string;
  readonly description: string;
}

export interface Purpose {
  /** Of the name and the description, each word once. */
  readonly terms: readonly Term[];
  /** The actions in the name and the first sentence: what the skill does before all. */
  readonly mainActions: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
  /** Words of the name that the description repeats: what the skill is about before all. */
  readonly central: ReadonlySet<string>;
  /** Of the clauses about when to use it, each word once. */
  readonly triggers: readonly Term[];
}

export function purposeOf({ name, description }: PurposeText): Purpose {
  const text = withoutExclusions(description);
  const first = text.trim().split(/(?<=[.!?;:])\s/, 1)[0] ?? '';
  const ofName = termsOf(name);
  const ofText = termsOf(text);
  const terms = distinctTerms([...ofName, ...ofText]).slice(0, maxTerms);
  const described = new Set(ofText.map(({ word }) => word));
  return {
    terms,
    central: new Set(ofName.flatMap(({ word }) => (described.has(word) ? [word] : []))),
    mainActions: actionsOf([...ofName, ...(first.length === text.length ? ofText : termsOf(first))]),
    actions: actionsOf(terms),
    triggers: distinctTerms(termsOf(triggersOf(text).join('\n'))),
  };
}

/** A long description is about more and more; what it is for stands at its beginning. */
const maxTerms = 50;

function actionsOf(terms: readonly Term[]): ReadonlySet<string> {
  return new Set(terms.flatMap(({ concepts }) => concepts.filter(isAction)));
}

/** A word that occurs twice has the concepts of both places. */
function distinctTerms(terms: readonly Term[]): readonly Term[] {
  const found = new Map<string, Term>();
  for (const term of terms) {
    const before = found.get(term.word);
    if (before === undefined || before.concepts === term.concepts) found.set(term.word, before ?? term);
    else {
      const concepts = [...new Set([...before.concepts, ...term.concepts])];
      found.set(term.word, { word: term.word, concepts });
    }
  }
  return [...found.values()];
}

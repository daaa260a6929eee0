/*
 * Other words of the field for those of a question: whoever asks for pictures may want the skill that makes images. The
 * groups are those by which skills for the same purpose are compared. Those of actions are left out: they found no more,
 * because nearly every skill creates, changes or shows something.
 */

import { stem, stopWords } from './english.js';
import { lifeGroups } from './lexicon/life.js';
import { officeGroups } from './lexicon/office.js';
import { softwareGroups } from './lexicon/software.js';

/** A word that may stand for another one. */
export interface Alternative {
  readonly text: string;
  /** Below 1, which is the word itself. */
  readonly closeness: number;
}

/** For each of the words, in their order; two words in a row may have synonyms of their own. */
export function synonymsIn(words: readonly string[]): readonly (readonly Alternative[])[] {
  thesaurus ??= makeThesaurus();
  const known = thesaurus;
  const stems = words.map(stem);
  return words.map((word, at) => {
    if (stopWords.has(word)) return [];
    const [before, own, after] = [stems[at - 1], stems[at] ?? '', stems[at + 1]];
    const keys = [own, `${own} ${after}`, `${before} ${own}`];
    const found = new Set(keys.flatMap((key) => known.get(key) ?? []));
    return [...found].filter((text) => stem(text) !== own).map((text) => ({ text, closeness }));
  });
}

/** Values from 0.3 to 0.6 hardly differ. */
const closeness = 0.5;

/** The words of the groups that a word is in, by its stem, and of those that two words are in, with a space between them. */
type Thesaurus = ReadonlyMap<string, readonly string[]>;

/** Made when it is first needed: most commands search nothing. */
let thesaurus: Thesaurus | undefined;

function makeThesaurus(): Thesaurus {
  const made = new Map<string, string[]>();
  for (const line of `${softwareGroups}${officeGroups}${lifeGroups}`.split('\n')) {
    const members = line.split(' ').filter((member) => member !== '');
    const words = members.filter((member) => !member.includes('_'));
    for (const member of members) {
      const key = member.split('_').map(stem).join(' ');
      made.set(key, [...(made.get(key) ?? []), ...words.filter((word) => word !== member)]);
    }
  }
  return made;
}

/*
 * Skills that an agent chooses between by chance, because what decides about it is the same in their descriptions. It is
 * cheap, for the screen of every day; `coppice overlap` compares everything.
 */

import { stopWords } from '../../search/english.js';
import type { SkillEntry } from './entry.js';

type Described = Pick<SkillEntry, 'id' | 'name' | 'description'>;

/** Of each group with the same triggers all but the first, without exact copies and pairs that were called distinct. */
export function sameTriggers(
  entries: readonly Described[],
  isSettled: (a: string, b: string) => boolean,
): readonly string[] {
  const groups = new Map<string, Described[]>();
  for (const entry of entries) {
    const words = triggerOf(entry.description);
    const group = groups.get(words) ?? [];
    if (group.length === 0) groups.set(words, group);
    group.push(entry);
  }
  return Array.from(groups).flatMap(([words, group]) =>
    (group.length > 1 && saysEnough(words) ? group : [])
      .filter(({ id }, at) => group.slice(0, at).some((earlier) => !isSettled(earlier.id, id)))
      .map(({ id }) => id),
  );
}

/** The first clause about when to use it, or else the first sentence, in words and spaces alone. */
function triggerOf(description: string): string {
  const [, clause] = firstTrigger.exec(description) ?? firstSentence.exec(description) ?? [];
  return (clause ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, ' ')
    .trim();
}

const firstTrigger =
  /(?<!not |n't |never )\b(?:use (?:it |this |this skill )?(?:when(?:ever)?|for|if|before|after|to)|when(?:ever)? (?:the )?user|triggers?(?: on| when)?:?)\s([^.!?;\n]+)/i;
const firstSentence = /([^.!?;\n]+)/;

/** Two skills have a few words in common by chance. */
function saysEnough(words: string): boolean {
  return new Set(words.split(' ').filter((word) => !stopWords.has(word))).size >= minWords;
}

const minWords = 5;

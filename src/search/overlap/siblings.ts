/*
 * Skills of one family: made alike, each for another thing. Their texts agree in nearly every word, and the word in which
 * they differ is what they are about: `glab-label` and `glab-pipeline`, a backup of Notion and one of Confluence.
 */

import { everydayShare } from '../lexicon/everyday-words.js';
import { rivalGroups } from '../lexicon/rivals.js';
import { commonness, conceptsOf, stemsOf } from './concepts.js';

/** What a skill is about, as far as it tells it from its siblings. */
export interface Family {
  readonly nameWords: readonly string[];
  /** Of the description. */
  readonly words: ReadonlySet<string>;
  readonly body: string;
  /** By the number of a kind: which products, languages or systems of it are named. */
  readonly inName: ReadonlyMap<number, ReadonlySet<string>>;
  readonly inText: ReadonlyMap<number, ReadonlySet<string>>;
}

interface NamedText {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export function familyOf({ name, description, body }: NamedText): Family {
  const [nameWords, words] = [stemsOf(name), stemsOf(description)];
  return {
    nameWords,
    words: new Set(words),
    body: `${description}\n${body.slice(0, maxBodyCharacters)}`.toLowerCase(),
    inName: rivalsIn(nameWords),
    inText: rivalsIn([...nameWords, ...words]),
  };
}

const maxBodyCharacters = 4_000;

/** `isFamilyName`: whether many skills of the library have names that begin with the word. */
export function areSiblings(a: Family, b: Family, isFamilyName: (word: string) => boolean): boolean {
  return (
    differInOneWord(a, b, isFamilyName) ||
    saySameOfOthers(a, b) ||
    (hasProductOfItsOwn(a, b) && hasProductOfItsOwn(b, a)) ||
    nameRivals(a, b) ||
    nameRivals(b, a)
  );
}

/** `azure-ai-agents-py` and `azure-ai-projects-py`, or `glab-user` and `glab-label` among many others of `glab`. */
function differInOneWord(a: Family, b: Family, isFamilyName: (word: string) => boolean): boolean {
  const [names, others] = [a.nameWords, b.nameWords];
  if (names.length !== others.length || names.length < 2) return false;
  const places = [...names.keys()].filter((at) => names[at] !== others[at]);
  const [word = '', other = ''] = [names[places[0] ?? 0], others[places[0] ?? 0]];
  if (places.length !== 1 || haveSameConcept(word, other)) return false;
  if (ownSubjects(a, b).length + ownSubjects(b, a).length === 0) return false;
  return names.length > 2 || (places[0] === 1 && isFamilyName(names[0] ?? ''));
}

/** The same sentence about what each is named after: "Write tests for React components" and "for Vue components". */
function saySameOfOthers(a: Family, b: Family): boolean {
  const own = ownSubjects(a, b);
  const others = ownSubjects(b, a);
  if (own.length === 0 || others.length === 0) return false;
  if (own.some((word) => others.some((other) => haveSameConcept(word, other)))) return false;
  const rest = [...a.words].filter((word) => !own.some((name) => isForm(word, name)));
  const otherRest = [...b.words].filter((word) => !others.some((name) => isForm(word, name)));
  const common = rest.filter((word) => b.words.has(word)).length;
  return common > 0 && common / (rest.length + otherRest.length - common) >= sameSentence;
}

const sameSentence = 0.7;

/** Words of the name that the description repeats, and of which the description of the other says nothing. */
function ownSubjects({ nameWords, words }: Family, other: Family): readonly string[] {
  const isIn = (all: Iterable<string>, name: string) => [...all].some((word) => isForm(word, name));
  return nameWords.filter(
    (name) =>
      commonness(name) < everydayShare &&
      isIn(words, name) &&
      !isIn(other.words, name) &&
      !isIn(other.nameWords, name),
  );
}

/** "auth" in a name is "authentication" in the description. */
function isForm(word: string, name: string): boolean {
  return word === name || (name.length > 3 && word.startsWith(name));
}

/** It is named after something that no dictionary has, that it speaks of again and again, and the other hardly. */
function hasProductOfItsOwn({ nameWords, body }: Family, other: Family): boolean {
  return nameWords.some((word) => {
    if (word.length < 4 || other.nameWords.includes(word)) return false;
    if (conceptsOf(word).length > 0 || commonness(word) > rareName) return false;
    const mentions = body.split(word).length - 1;
    return mentions >= minMentions && (other.body.split(word).length - 1) * hardly <= mentions;
  });
}

const rareName = 0.008;
const minMentions = 3;
const hardly = 4;

function haveSameConcept(word: string, other: string): boolean {
  const concepts = conceptsOf(word);
  return conceptsOf(other).some((concept) => concepts.includes(concept));
}

/** One is named after one of a kind, and the other speaks only of others of that kind. */
function nameRivals(a: Family, b: Family): boolean {
  for (const [kind, members] of a.inName) {
    const others = b.inText.get(kind);
    if (others !== undefined && ![...others].some((member) => members.has(member))) return true;
  }
  return false;
}

function rivalsIn(words: readonly string[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  words.forEach((word, at) => {
    for (const name of [word, `${words[at - 1] ?? ''} ${word}`]) {
      for (const { kind, member } of rivals().get(name) ?? []) {
        found.set(kind, (found.get(kind) ?? new Set()).add(member));
      }
    }
  });
  return found;
}

interface Rival {
  readonly kind: number;
  readonly member: string;
}

let known: ReadonlyMap<string, readonly Rival[]> | undefined;

/** By the word without its ending, or by two of them. */
function rivals(): ReadonlyMap<string, readonly Rival[]> {
  known ??= makeRivals();
  return known;
}

function makeRivals(): ReadonlyMap<string, readonly Rival[]> {
  const all = new Map<string, readonly Rival[]>();
  rivalGroups
    .trim()
    .split('\n')
    .forEach((line, kind) => {
      for (const names of line.split(' ')) {
        const [member = ''] = names.split('/');
        for (const name of names.split('/')) {
          const key = stemsOf(name.replace('_', ' ')).join(' ');
          if (key !== '') all.set(key, [...(all.get(key) ?? []), { kind, member }]);
        }
      }
    });
  return all;
}

/*
 * Letters of other scripts that look like Latin ones. A word that mixes both is read as Latin by people and as
 * something else by machines. Whole words of another script are what they are, and are left alone.
 */

const lookAlikes: Readonly<Record<string, string>> = {
  // Cyrillic
  ...pairs('аеорсухіјѕһԁԛԝԍӏ', 'aeopcyxijshdqwgl'),
  ...pairs('АВЕКМНОРСТУХЅІЈ', 'ABEKMHOPCTYXSIJ'),
  // Greek
  ...pairs('ονικρυ', 'ovikpu'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
};

/** Words of at least two Latin letters in which every other letter is a look-alike. */
export function mixedWords(line: string): readonly { readonly word: string; readonly index: number }[] {
  if (!borrowed.test(line)) return [];
  return [...line.matchAll(words)]
    .filter(([word]) => isMixed(word))
    .map(({ 0: word, index }) => ({ word, index }));
}

export function withoutLookAlikes(line: string): string {
  if (!borrowed.test(line)) return line;
  return line.replace(words, (word) => (isMixed(word) ? inLatin(word) : word));
}

/** The word as a person reads it. */
export function inLatin(word: string): string {
  return [...word].map((letter) => lookAlikes[letter] ?? letter).join('');
}

/** Letters that may be taken for others, and many that may not. */
const borrowed = /[\u0370-\u052f]/;
const words = /[\p{L}\p{M}\d]+/gu;

function isMixed(word: string): boolean {
  if (!borrowed.test(word) || (word.match(/[a-z]/gi)?.length ?? 0) < 2) return false;
  return !/[^\x00-\x7f]/.test(inLatin(word));
}

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, index) => [letter, latin[index] ?? letter]));
}

/*
 * Normalizes text for matching: removes invisible characters and emphasis, collapses spaces, and replaces look-alike
 * letters of other scripts in Latin words. Whole words of another script stay as they are.
 */

/** Normalizes text to one line. */
export function normalizeText(text: string): string {
  return inPlainLetters(text)
    .replace(emphasis, '')
    .replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Normalizes each line of a text in plain letters. */
export function normalizeLines(text: string): string {
  return text.replace(emphasis, '').replace(/[^\S\r\n]{2,}|[^\S \r\n]/g, ' ');
}

export function inPlainLetters(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text;
  return withoutLookAlikes(text.normalize('NFKC').replace(ignorable, '').replace(/[‘’]/g, "'"));
}

/** The search starts at the marks and then checks around them: testing every position takes ten times as long. */
const emphasis = /[*~_](?:(?<=\*)\**|(?<=~)~|(?<=(?<!\w)_)_{0,2}(?=\w)|(?<=\w_)_{0,2}(?!\w))/g;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters of other scripts that look like Latin ones. */
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
  if (!greekOrCyrillic.test(line)) return [];
  return [...line.matchAll(words)]
    .filter(([word]) => isMixed(word))
    .map(({ 0: word, index }) => ({ word, index }));
}

function withoutLookAlikes(line: string): string {
  if (!greekOrCyrillic.test(line)) return line;
  return line.replace(words, (word) => (isMixed(word) ? inLatin(word) : word));
}

/** The word as a person reads it. */
export function inLatin(word: string): string {
  return [...word].map((letter) => lookAlikes[letter] ?? letter).join('');
}

/** Greek and Cyrillic, which contain all look-alikes. */
const greekOrCyrillic = /[\u0370-\u052f]/;
const words = /[\p{L}\p{M}\d]+/gu;

function isMixed(word: string): boolean {
  if (!greekOrCyrillic.test(word) || (word.match(/[a-z]/gi)?.length ?? 0) < 2) return false;
  return !/[^\x00-\x7f]/.test(inLatin(word));
}

function pairs(letters: string, latin: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, index) => [letter, latin[index] ?? letter]));
}

/*
 * Stop words, stems and roots for English. Neither changes what is indexed; both only affect how query results are weighted.
 */

export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about all also an and any are as at be been but by can could do does each for from get had has have how i if ' +
    'in into is it its just like me more most my need no not of on one or other our out over please should skill ' +
    'skills so some such than that the their them then there these they this to up us use used using want was we ' +
    'were what when where which while who will with would you your'
  ).split(' '),
);

/** The word without the endings of plurals, -ing and -ed: "making", "makes" and "make" give "mak". */
export function stem(word: string): string {
  if (word.length < 4 || !asciiLetters.test(word)) return word;
  const base = withoutEnding(word);
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

/** The stem without what makes another part of speech of a word: all words of a root begin with it. */
export function root(word: string): string {
  const stemmed = stem(word);
  const base = stemmed.length < 6 ? stemmed : stemmed.replace(derivation, '');
  return (base.length < 4 ? stemmed : base).replace(/(?<=..)[ey]$/, '');
}

const derivation =
  /(?:ational|[ai]tion|[ai]tor|(?<=.{5})at|ment|ness|ing|er|or|ion|ive|able|ible|al|ly|ify|ity|ic)$/;

const asciiLetters = /^[a-z]+$/;

function withoutEnding(word: string): string {
  if (/..ie[sd]$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/...(?:[sxz]|[cs]h)es$/.test(word)) return word.slice(0, -2);
  if (/[^ius]s$/.test(word)) return word.slice(0, -1);
  return withoutVerbEnding(word);
}

/** The rest must have three letters and a vowel: "bring", "need" and "embed" have no ending. */
function withoutVerbEnding(word: string): string {
  const base = word.replace(/(?:ing|(?<!e|emb)ed)$/, '');
  if (base.length < 3 || !/[aeiouy]/.test(base)) return word;
  return base !== word && /([bdfgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}

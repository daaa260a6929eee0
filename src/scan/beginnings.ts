/*
 * Where in a text one of many words may begin, told by four characters. Every character is looked at once, however
 * many words there are: a pattern of as many alternatives takes several times as long.
 */

/** What may begin where a text goes on with certain four characters. */
export interface PrefixTable<Sought> {
  /** By the key of the characters, an index into the candidates. */
  readonly table: Uint16Array;
  readonly candidates: readonly (readonly Sought[])[];
}

/** Candidates keep the order of the entries. An opening of less than four characters may go on in any way. */
export function prefixTable<Sought>(
  entries: readonly (readonly [opening: string, sought: Sought])[],
): PrefixTable<Sought> {
  const table = new Uint16Array(mask + 1);
  const candidates: (readonly Sought[])[] = [[]];
  // Many keys have the same candidates: what is added to a list makes one new list for all of them.
  for (const [opening, sought] of entries) {
    const longer = new Map<number, number>();
    const missingBits = bits * Math.max(0, characters - opening.length);
    const first = keyOf(opening.slice(0, characters)) << missingBits;
    for (let key = first; key < first + (1 << missingBits); key += 1) {
      const known = table[key] ?? 0;
      const list = candidates[known] ?? [];
      if (list.includes(sought)) continue;
      const index = longer.get(known) ?? candidates.push([...list, sought]) - 1;
      longer.set(known, index);
      table[key] = index;
    }
  }
  return { table, candidates };
}

/** In the order of the text. That a candidate begins there is likely, and not sure. */
export function visitPrefixMatches<Sought>(
  text: string,
  { table, candidates }: PrefixTable<Sought>,
  visit: (at: number, candidates: readonly Sought[]) => void,
): void {
  const lengthBefore = characters - 1;
  let key = 0;
  for (let last = 0; last < text.length + lengthBefore; last += 1) {
    // After the text come blanks, so that what is short is found at its end, too.
    const code = last < text.length ? text.charCodeAt(last) & codeMask : 0;
    key = ((key << bits) | code) & mask;
    const index = table[key];
    if (index && last >= lengthBefore) visit(last - lengthBefore, candidates[index] ?? []);
  }
}

const characters = 4;
/** Of a character, the bits that capitals and small letters have in common. */
const bits = 5;
const codeMask = (1 << bits) - 1;
const mask = (1 << (bits * characters)) - 1;

function keyOf(opening: string): number {
  let key = 0;
  for (let at = 0; at < opening.length; at += 1) key = (key << bits) | (opening.charCodeAt(at) & codeMask);
  return key;
}

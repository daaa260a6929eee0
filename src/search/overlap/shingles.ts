/*
 * How much of one text is in another, by its runs of five words. Pairs that may have much in common are found by a
 * sample of the runs, chosen by their hashes alone, so that both texts choose the same ones (a MinHash whose size
 * grows with the text, because containment is asked for); only those pairs are compared run by run.
 */

/** The hashes of all runs, each once and in order. */
export type Shingles = Uint32Array;

const runLength = 5;

/** Case, punctuation and layout do not count. A text of fewer words is one run. */
export function shinglesOf(text: string): Shingles {
  const words = wordHashes(text);
  if (words.length === 0) return new Uint32Array();
  const runs = new Uint32Array(Math.max(1, words.length - runLength + 1));
  for (let at = 0; at < runs.length; at++) {
    let hash = 0x811c9dc5;
    for (let word = at; word < at + runLength && word < words.length; word++) {
      hash = Math.imul(hash ^ (words[word] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    runs[at] = mixed(hash);
  }
  return withoutRepeats(runs.sort());
}

/** The share of the smaller text that is in the larger one: 0 to 1, and 0 for an empty text. */
export function containment(a: Shingles, b: Shingles): number {
  const smaller = Math.min(a.length, b.length);
  return smaller === 0 ? 0 : commonRuns(a, b) / smaller;
}

/** Pairs of texts whose samples have a third of the smaller one in common, as positions in the list. */
export function candidatePairs(texts: readonly Shingles[]): readonly (readonly [number, number])[] {
  const samples = texts.map(sampleOf);
  const common = new Map<number, number>();
  eachSharedRun(samples, (holders) => {
    holders.forEach((text, at) => {
      for (const other of holders.subarray(at + 1)) {
        const pair = text * maxTexts + other;
        common.set(pair, (common.get(pair) ?? 0) + 1);
      }
    });
  });
  const pairs: (readonly [number, number])[] = [];
  for (const [pair, count] of common) {
    const [text, other] = [Math.floor(pair / maxTexts), pair % maxTexts];
    const smaller = Math.min(samples[text]?.length ?? 0, samples[other]?.length ?? 0);
    if (count * 3 >= smaller) pairs.push([text, other]);
  }
  return pairs;
}

/** Positions have 20 bits, so that a run and its text fit into one number. */
const maxTexts = 2 ** 20;

/** A run in more texts than these is a licence or a template, or they are copies of one text. */
const maxHolders = 64;

/** Each of so many is compared only with those around it: that finds copies, and does not compare all with all. */
const crowdGroup = 16;

/** Calls back with the positions of the texts that have a run, in order, and not too many at once. */
function eachSharedRun(samples: readonly Shingles[], use: (texts: Uint32Array) => void): void {
  const all = new Float64Array(samples.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  samples.forEach((sample, text) => {
    for (const run of sample) all[filled++] = run * maxTexts + text;
  });
  all.sort();
  const runAt = (at: number) => Math.floor((all[at] ?? 0) / maxTexts);
  for (let start = 0; start < all.length; ) {
    let end = start + 1;
    while (end < all.length && runAt(end) === runAt(start)) end++;
    const size = end - start > maxHolders ? crowdGroup : maxHolders;
    for (; start < end; start += size) {
      const group = all.subarray(start, Math.min(end, start + size));
      if (group.length > 1) use(Uint32Array.from(group, (value) => value % maxTexts));
    }
    start = end;
  }
}

/** One run of eight; all runs of a short text would be needed by every long one, so short texts are sampled too. */
function sampleOf(runs: Shingles): Shingles {
  return runs.filter((run) => (run & 7) === 0);
}

function commonRuns(a: Shingles, b: Shingles): number {
  let common = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    const [x = 0, y = 0] = [a[left], b[right]];
    if (x === y) common++;
    if (x <= y) left++;
    if (y <= x) right++;
  }
  return common;
}

function withoutRepeats(sorted: Uint32Array): Shingles {
  let kept = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at] ?? 0;
  }
  return sorted.slice(0, kept);
}

/** One hash per run of letters and digits; every character beyond ASCII is a letter. */
function wordHashes(text: string): readonly number[] {
  const hashes: number[] = [];
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    let code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) code += 32;
    const isWord = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
    if (isWord) hash = Math.imul((hash === 0 ? 0x811c9dc5 : hash) ^ code, 0x01000193);
    else if (hash !== 0) {
      hashes.push(hash >>> 0);
      hash = 0;
    }
  }
  return hashes;
}

function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

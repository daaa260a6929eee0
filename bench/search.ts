/*
 * How long search takes in a library of 10,000 skills of about 6 KB: making the index, opening it from bytes, putting
 * one skill into it, and 200 queries of every sort once it is warm. The library is invented, and the same in every
 * run; its words are as unevenly common as in real text, with many that occur only once.
 */

import { buildIndex, updateIndex } from '../src/search/build-index.js';
import type { SearchDocument } from '../src/search/document.js';
import { indexFromBytes, indexToBytes } from '../src/search/index-bytes.js';
import { search } from '../src/search/search.js';
import { similar } from '../src/search/similar.js';
import { type Bench, shortest } from './bench.js';

export const benches: readonly Bench[] = [
  {
    name: 'search of 10,000 skills, median query',
    limit: { ratio: 1 },
    run: () => {
      const times = queryTimes();
      return {
        ours: quantile(times, 0.5),
        peer: 5,
        unit: 'ms',
        peerName: 'what is allowed',
        details: { p99Ms: quantile(times, 0.99), similarMs: shortestOf(5, findSimilar) },
      };
    },
  },
  {
    name: 'opening the search index of 10,000 skills',
    limit: { ratio: 1 },
    run: () => {
      const { bytes, index } = library();
      return {
        ours: shortestOf(9, () => indexFromBytes(bytes)),
        peer: 60,
        unit: 'ms',
        peerName: 'what is allowed',
        details: { sizeMB: bytes.length / 1e6, writeMs: shortestOf(5, () => indexToBytes(index)) },
      };
    },
  },
  {
    name: 'putting one skill into the search index of 10,000',
    limit: { ratio: 0.1 },
    run: () => ({
      ...shortest(3, replaceOne, () => void buildIndex(library().skills)),
      unit: 'ms',
      peerName: 'building it again',
    }),
  },
];

const skillCount = 10_000;
const queryCount = 200;
const commonWords = 6_000;

let made: ReturnType<typeof makeLibrary> | undefined;

/** Made when the first bench asks for it. */
export function library() {
  made ??= makeLibrary();
  return made;
}

function makeLibrary() {
  const random = randomNumbers(20_260_131);
  const words = inventWords(random);
  const skills = Array.from({ length: skillCount }, (_, number) => inventSkill(number, words, random));
  const queries = Array.from({ length: queryCount }, (_, number) => inventQuery(number, skills, random));
  const index = buildIndex(skills);
  return { skills, queries, index, bytes: indexToBytes(index), changed: inventSkill(4_711, words, random) };
}

function replaceOne(): void {
  const { index, skills, changed } = library();
  updateIndex(index, { put: [changed], remove: [skills[4_711]?.id ?? ''] });
}

function findSimilar(): void {
  const { index, changed } = library();
  similar(index, changed);
}

/** How long each query takes once all have been asked before; the shorter of two rounds. */
function queryTimes(): readonly number[] {
  const { index, queries } = library();
  for (const query of queries) search(index, query);
  return queries.map((query) => shortestOf(2, () => search(index, query)));
}

type Random = () => number;

/** Numbers from 0 to 1 that are the same in every run (a 32-bit xorshift). */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function pick<Item>(items: readonly Item[], random: Random, fallback: Item): Item {
  return items[Math.floor(random() * items.length)] ?? fallback;
}

function inventWords(random: Random): readonly string[] {
  const syllables =
    'ba co der fi gra ho il ju ken lo mar nes op pra qui ras sto tion ul ver wi xen yo zu'.split(' ');
  const words = new Set<string>();
  while (words.size < commonWords) {
    const length = 1 + Math.floor(random() * 3) + (words.size > 200 ? 1 : 0);
    words.add(Array.from({ length }, () => pick(syllables, random, 'a')).join(''));
  }
  return [...words];
}

/** The n-th word is about 1/n as common as the first. */
function commonWord(words: readonly string[], random: Random): string {
  return words[Math.floor(words.length ** random()) - 1] ?? 'a';
}

function sentence(length: number, words: readonly string[], random: Random): string {
  return Array.from({ length }, () => commonWord(words, random)).join(' ');
}

function inventSkill(number: number, words: readonly string[], random: Random): SearchDocument {
  const name = Array.from({ length: 2 + (number % 2) }, () => pick(words, random, 'a')).join('-');
  const headings = Array.from({ length: 8 }, () => sentence(3, words, random));
  const body = headings.map((heading) => {
    const rare = Array.from({ length: 3 }, () => Math.floor(random() * 1e9).toString(36)).join(' ');
    return `## ${heading}\n\n${sentence(90, words, random)} ${rare}\n`;
  });
  return {
    id: `home:${name}-${number}`,
    name,
    description: sentence(25, words, random),
    tags: [pick(words, random, 'a'), pick(words, random, 'a')],
    headings,
    body: body.join('\n'),
  };
}

/** In turn: a name, words of a description, a typing error, something half typed, and a whole sentence. */
function inventQuery(number: number, skills: readonly SearchDocument[], random: Random): string {
  const skill = skills[Math.floor(random() * skills.length)];
  if (skill === undefined) return '';
  const described = skill.description.split(' ');
  switch (number % 5) {
    case 0:
      return skill.name;
    case 1:
      return described.slice(0, 3).join(' ');
    case 2:
      return skill.name.replace(/(.)(.)$/, '$2$1');
    case 3:
      return `${described[0]} ${skill.name.slice(0, 4)}`;
    default:
      return described.slice(0, 10).join(' ');
  }
}

function shortestOf(rounds: number, work: () => unknown): number {
  return shortest(
    rounds,
    () => void work(),
    () => undefined,
  ).ours;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? 0;
}

/*
 * A search for the text that is hardest to scan. The words and signs of each family's own sources are put together at
 * random, repeated to a size, and the slowest combinations are changed and tried again. The cost of a text is the processor
 * time of a family on it, in units of what the whole scan of ordinary Markdown of the same size takes in the same run.
 * `npm run bench:scan -- --worst` prints it.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { families } from '../src/scan/families.js';
import { preparePackage, type ScannedPackage } from '../src/scan/package/prepare.js';

export interface WorstText {
  readonly family: string;
  /** The family's time on its worst text, and that of all families on the same text, each by the time of ordinary Markdown. */
  readonly ratio: number;
  readonly wholeRatio: number;
  readonly path: string;
  /** What is repeated. */
  readonly unit: string;
}

export interface WorstOptions {
  readonly sizeBytes?: number;
  readonly seed?: number;
  /** How many random texts are tried for each family, before the slowest are changed. */
  readonly tries?: number;
  readonly rounds?: number;
}

const sampleBytes = 16 * 1024;
const paths = ['SKILL.md', 'run.sh', 'run.py', 'run.js', 'settings.json'];

export function findWorstTexts({
  sizeBytes = 256 * 1024,
  seed = 1,
  tries = 60,
  rounds = 3,
}: WorstOptions = {}): readonly WorstText[] {
  const random = generator(seed);
  const sampleTime = ordinaryTime(sampleBytes);
  const names = [...new Set(families.map((family) => nameOf(family)))];
  const found = names.map((name): WorstText => {
    const own = families.filter((family) => nameOf(family) === name);
    const atoms = [...atomsOf(sourceFolder(name)), ...signs];
    let best = [
      ...knownHard.map((unit) => [unit]),
      ...Array.from({ length: tries }, () => draw(atoms, random)),
    ]
      .flatMap((parts) => paths.map((path) => tried(parts, path)))
      .sort((a, b) => b.cost - a.cost)
      .slice(0, 8);
    for (let round = 0; round < rounds; round += 1) {
      const changed = best.flatMap(({ parts, path }) =>
        Array.from({ length: 6 }, () => tried(change(parts, atoms, random), path)),
      );
      best = [...best, ...changed].sort((a, b) => b.cost - a.cost).slice(0, 8);
    }
    const ordinary = ordinaryTime(sizeBytes);
    const measured = best.slice(0, 3).map(({ parts, path }) => {
      const scanned = packageOf(parts.join(''), path, sizeBytes);
      return {
        family: name,
        ratio: timeOf(scanned, own) / ordinary,
        wholeRatio: timeOf(scanned, families) / ordinary,
        path,
        unit: parts.join(''),
      };
    });
    return measured.reduce((one, other) => (other.ratio > one.ratio ? other : one));

    function tried(parts: readonly string[], path: string) {
      const cost = timeOf(packageOf(parts.join(''), path, sampleBytes), own, 1) / sampleTime;
      return { parts, path, cost };
    }
  });
  return found.toSorted((one, other) => other.ratio - one.ratio);
}

type Family = (typeof families)[number];

function nameOf({ rules }: Family): string {
  return rules[0]?.family ?? 'none';
}

/** The command families share their sources. */
function sourceFolder(family: string): string {
  const own = join('src/scan/families', family);
  return readdirSync('src/scan/families').includes(family) ? own : join('src/scan/families', 'commands');
}

/** The words and signs in the literals of a family's sources. */
function atomsOf(folder: string): readonly string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  const literals = sources.flatMap(
    (source) => source.match(/\/(?![*/ ])(?:\\.|[^\n\\/])+\/[gimsuy]*|'[^'\n]+'|`[^`]+`/g) ?? [],
  );
  const atoms = literals.flatMap(
    (literal) => literal.match(/[\p{L}_.~-]{2,24}|[$<>({[&|=:"'`#@/\\%!]{1,3}/gu) ?? [],
  );
  return [...new Set(atoms)];
}

const signs = [
  ' ',
  '\n',
  '\t',
  '. ',
  ', ',
  '"',
  "'",
  '`',
  '$(',
  '${',
  ')',
  '}',
  '=',
  '|',
  ' to ',
  '://',
  'https://a.b/',
  '\\',
  '(',
  '[',
  '<',
];

/** Texts that once were the slowest. */
const knownHard = [
  '${',
  '$(',
  'password=',
  'password=a ',
  '$(a ',
  '`',
  '"$(',
  'a=$a$a\n',
  'send it to a@b.cd ',
  'delete all files. ',
];

function draw(atoms: readonly string[], random: () => number): readonly string[] {
  return Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(atoms, random));
}

function change(parts: readonly string[], atoms: readonly string[], random: () => number): readonly string[] {
  const at = Math.floor(random() * (parts.length + 1));
  const kind = random();
  if (kind < 0.4) return parts.toSpliced(at, 0, pick(random() < 0.5 ? atoms : signs, random));
  if (kind < 0.8 || parts.length === 1)
    return parts.toSpliced(Math.min(at, parts.length - 1), 1, pick(atoms, random));
  return parts.toSpliced(Math.min(at, parts.length - 1), 1);
}

function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? ' ';
}

function packageOf(unit: string, path: string, sizeBytes: number): ScannedPackage {
  return onePackage(path, Buffer.alloc(sizeBytes, unit));
}

function ordinaryTime(sizeBytes: number): number {
  const texts = readdirSync('docs', { encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => readFileSync(join('docs', path)));
  return timeOf(onePackage('SKILL.md', Buffer.alloc(sizeBytes, Buffer.concat(texts))), families, 5);
}

function onePackage(path: string, bytes: Uint8Array): ScannedPackage {
  return {
    name: 'worst',
    files: [{ path, kind: 'file', bytes, sizeBytes: bytes.length, isExecutable: false }],
  };
}

/** The processor time in the best of some rounds, with the preparation of the package. */
function timeOf(scanned: ScannedPackage, used: readonly Family[], times = 3): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round += 1) {
    const started = process.cpuUsage();
    const prepared = preparePackage(scanned);
    for (const family of used) family.scan(prepared);
    const { user, system } = process.cpuUsage(started);
    shortest = Math.min(shortest, user + system);
  }
  return shortest;
}

/** Numbers from 0 to 1 that are the same in every run with the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

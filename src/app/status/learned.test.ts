import { expect, test } from 'vitest';
import { openLibrary } from '../../library/open-library.js';
import { seal, unseal } from '../../system/cache-file.js';
import { fixedClock } from '../../system/clock.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { libraryOptions } from '../context.js';
import { contextWith, now } from '../context.world.js';
import type { JudgedSkills } from './judge-skills.js';
import { readLearned } from './learned.js';

const home = '/user/.coppice';
const cachePath = `${home}/cache/learned.json`;

interface World {
  readonly files: Files;
  readonly at?: number;
  readonly digest?: string;
  readonly left?: number;
  readonly writesCaches?: boolean;
}

async function pendingIn({ files, at = now, digest = 'd', left = 0, writesCaches = true }: World) {
  const library = openLibrary({ ...libraryOptions(contextWith({ files })), clock: fixedClock(at) });
  const judged: JudgedSkills = {
    verdicts: new Map([['home:a', { verdict: 'pass', digest, findings: [], accepted: null }]]),
    left,
    withheld: [],
  };
  const { pending } = await readLearned(
    { library: { ...library, writesCaches } },
    new Set(['proposals']),
    judged,
  );
  return pending;
}

/** A home whose cache claims seven proposals, which nothing else does: so the answer shows where it comes from. */
async function cachedWorld(): Promise<Files> {
  const files = memoryFiles();
  files.makeFolder(`${home}/proposals`);
  expect(await pendingIn({ files })).toBe(0);
  const stored = JSON.parse(unseal(files.read(cachePath)?.bytes ?? new Uint8Array()) ?? '');
  const claimed = { ...stored, learned: { ...stored.learned, pending: 7 } };
  files.write(cachePath, new TextEncoder().encode(seal(JSON.stringify(claimed))));
  return files;
}

function write(files: Files, path: string, text: string): void {
  files.write(`${home}/${path}`, new TextEncoder().encode(text));
}

test('while nothing has changed, the answer comes from the cache', async () => {
  const files = await cachedWorld();
  expect(await pendingIn({ files })).toBe(7);
  expect(await pendingIn({ files, at: now + 59 * 60_000 })).toBe(7);
});

const changes: readonly (readonly [string, Partial<World>, ((files: Files) => void)?])[] = [
  ['a skill', { digest: 'e' }],
  ['the hour', { at: now + 60 * 60_000 }],
  ['the proposals', {}, (files) => write(files, 'proposals/one.json', '{}')],
  ['the ledger', {}, (files) => write(files, 'ledger.jsonl', '\n')],
  ['the evidence', {}, (files) => write(files, 'evidence.sqlite-wal', 'frames')],
  ['the form of the cache', {}, (files) => write(files, 'cache/learned.json', '{"key":1}')],
  ['that all is scanned', { left: 1 }],
];

test.for(changes)('it is worked out again when %s has changed', async ([, world, change]) => {
  const files = await cachedWorld();
  change?.(files);
  expect(await pendingIn({ files, ...world })).toBe(0);
});

test('a look that may not write caches nothing', async () => {
  const files = memoryFiles();
  files.makeFolder(`${home}/proposals`);
  expect(await pendingIn({ files, writesCaches: false })).toBe(0);
  expect(files.stat(cachePath)).toBeUndefined();
});

test('what cannot be read is not cached', async () => {
  const files = memoryFiles();
  files.makeFolder(home);
  write(files, 'proposals', 'a file');
  expect(await pendingIn({ files })).toMatchObject({ code: expect.any(String) });
  expect(files.stat(cachePath)).toBeUndefined();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleCodec, gzip } from '../../system/gzip.js';
import { CoppiceError } from '../../text/errors.js';
import { entry, goodArchive, goodTar } from './archive.fixture.js';
import { entryPath } from './entry-path.js';
import { hostileArchives } from './hostile.fixture.js';
import { readBundle } from './read-bundle.js';
import { blockBytes, writeChecksum, writePaxRecord } from './tar-header.js';

const tar = goodTar(
  entry('assets/', { type: '5' }),
  entry('PaxHeader', { type: 'x', body: writePaxRecord('path', `assets/${'ö'.repeat(80)}`) }),
  entry('assets/o', { body: 'o'.repeat(1000) }),
  entry('././@LongLink', { type: 'L', body: 'docs/a long name\0' }),
  entry('docs/a long'),
);

const change = fc.record({
  at: fc.nat({ max: tar.length - 1 }),
  // What has a meaning in an archive, and anything.
  bytes: fc.oneof(
    fc
      .constantFrom('../', '/', '\0', '\\', 'C:', '77777777777', '1', '2', '5', 'x', 'g', 'L', 'S', '\x80')
      .map((text) => Uint8Array.from(text, (character) => character.charCodeAt(0))),
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
  ),
});

test('a changed archive gives good paths, or is refused', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (changes, reseals) => {
        const changed = Uint8Array.from(tar);
        for (const { at, bytes } of changes) changed.set(bytes.subarray(0, changed.length - at), at);
        if (reseals) for (const { at } of changes) resealBlockAt(changed, at);
        if (await readsWell(gzip(changed))) accepted += 1;
      },
    ),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(10);
});

test('a changed byte of the compressed archive is refused, or changes nothing', async () => {
  const good = goodArchive();
  const { contentDigest } = await readBundle(good, bundleCodec);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: good.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, difference) => {
        const outcome = await outcomeOf(good.map((byte, index) => (index === at ? byte ^ difference : byte)));
        if (typeof outcome !== 'string') expect(outcome.contentDigest).toBe(contentDigest);
      },
    ),
    { numRuns: 500 },
  );
});

test('an archive cut anywhere is refused', async () => {
  const good = goodArchive();
  for (let length = 0; length < good.length; length += 1)
    expect(await readsWell(good.subarray(0, length))).toBe(false);
});

test('any pieces of a stream give what the whole gives', async () => {
  const small = hostileArchives().filter(({ bytes }) => bytes.length < 10_000);
  const archives = [goodArchive(), gzip(tar), ...small.map(({ bytes }) => bytes)];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...archives),
      fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 20 }),
      async (archive, sizes) => {
        expect(await outcomeOf(pieces(archive, sizes))).toEqual(await outcomeOf(archive));
      },
    ),
    { numRuns: 250 },
  );
});

/** Whether it is accepted; anything but a good bundle and an orderly refusal throws. */
async function readsWell(archive: Uint8Array): Promise<boolean> {
  const outcome = await outcomeOf(archive);
  if (typeof outcome === 'string') return false;
  for (const { path } of outcome.files)
    expect(entryPath(new TextEncoder().encode(path), 'file')).toEqual({ kind: 'path', path });
  expect(outcome.files.map(({ path }) => path)).toContain('SKILL.md');
  return true;
}

async function outcomeOf(archive: Parameters<typeof readBundle>[0]) {
  return readBundle(archive, bundleCodec).catch((error: unknown) => {
    if (!(error instanceof CoppiceError)) throw error;
    expect(['bad-bundle', 'bundle-too-large']).toContain(error.code);
    expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    return error.message;
  });
}

/** So that the change is found by its meaning and not by the checksum. */
function resealBlockAt(archive: Uint8Array, at: number): void {
  const start = Math.floor(at / blockBytes) * blockBytes;
  const block = archive.subarray(start, start + blockBytes);
  const isHeader = String.fromCharCode(...block.subarray(257, 262)) === 'ustar';
  if (isHeader) writeChecksum(block);
}

/** Of the given sizes, in turn; empty ones among them. */
async function* pieces(bytes: Uint8Array, sizes: readonly number[]) {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

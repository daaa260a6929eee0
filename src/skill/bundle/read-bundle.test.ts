import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleCodec } from '../../system/gzip.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { packageDigest } from '../digest.js';
import { bomb, entry, goodArchive, goodTar } from './archive.fixture.js';
import { hostileArchives } from './hostile.fixture.js';
import { readBundle } from './read-bundle.js';

const hostile = hostileArchives();

test('a bundle is read with its digests, its sizes and its files in order', async () => {
  const archive = gzipSync(goodTar(entry('a.sh', { change: (header) => header.set([0x37], 104) })));
  const { files, ...bundle } = await readBundle(archive, bundleCodec);
  const listed = files.map(({ path, executable, bytes }) => ({ path, executable, sha256: sha256Hex(bytes) }));
  expect(listed.map(({ path, executable }) => [path, executable])).toEqual([
    ['SKILL.md', false],
    ['a.sh', true],
    ['docs/x', false],
  ]);
  expect(files.map(({ digest }) => digest)).toEqual(listed.map(({ sha256 }) => `sha256:${sha256}`));
  const content = packageDigest(listed, sha256Hex);
  expect(bundle).toEqual({
    digest: `sha256:${createHash('sha256').update(archive).digest('hex')}`,
    contentDigest: content.kind === 'digest' && `sha256:${content.digest}`,
    sizeBytes: archive.length,
    unpackedBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  });
});

test.each(hostile)('a bundle with $name is refused for it', async ({ bytes, code, fault }) => {
  const refusal: unknown = await readBundle(bytes, bundleCodec).catch((error: unknown) => error);
  if (!(refusal instanceof CoppiceError)) throw new Error('it was not refused', { cause: refusal });
  expect(refusal.code).toBe(code);
  expect(refusal.message).toContain(fault);
  expect(refusal.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(refusal.message.length).toBeLessThan(300);
});

test('without its fault a hostile bundle is accepted', async () => {
  const accepted = [goodArchive(), bomb(2 * 1024 * 1024), gzipSync(goodTar(entry('docs/', { type: '5' })))];
  for (const bytes of accepted)
    await expect(readBundle(bytes, bundleCodec, { ratio: 10_000 })).resolves.toBeDefined();
  expect(new Set(hostile.map(({ name }) => name)).size).toBe(hostile.length);
});

test('a refusal names the entry', async () => {
  const refused = async (...more: readonly Uint8Array[]) =>
    readBundle(gzipSync(goodTar(...more)), bundleCodec);
  await expect(refused(entry('a\n\u202eb'))).rejects.toThrow(
    '"a\\u{a}\\u{202e}b": the path contains a control',
  );
  await expect(refused(entry('x', { type: '2', body: '' }))).rejects.toThrow('"x": it is a symbolic link');
  const damaged = entry('x').fill(1, 0, 10);
  await expect(refused(damaged)).rejects.toThrow('entry 3: the checksum of the header is wrong');
});

test.for<[string, Parameters<typeof readBundle>[2], Parameters<typeof readBundle>[2]]>([
  ['packed bytes', { packedBytes: goodArchive().length }, { packedBytes: goodArchive().length - 1 }],
  ['unpacked bytes', { unpackedBytes: goodTar().length }, { unpackedBytes: goodTar().length - 1 }],
  ['entries', { entries: 2 }, { entries: 1 }],
])('the limit on %s is exact', async ([_, enough, tooFew]) => {
  await expect(readBundle(goodArchive(), bundleCodec, enough)).resolves.toBeDefined();
  await expect(readBundle(goodArchive(), bundleCodec, tooFew)).rejects.toMatchObject({
    code: 'bundle-too-large',
  });
});

test('of the mode only the executable bit of the owner counts', async () => {
  const modes = ['0000644\0', '0000655\0', '0000744\0', '0006755\0', '0006644\0'];
  const entries = modes.map((mode, number) =>
    entry(`f${number}`, { change: (header) => header.set(Buffer.from(mode), 100) }),
  );
  const { files } = await readBundle(gzipSync(goodTar(...entries)), bundleCodec);
  expect(files.filter(({ path }) => path.startsWith('f')).map(({ executable }) => executable)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test('a stream without an end is closed soon after the limit', async () => {
  let taken = 0;
  let closed = false;
  async function* endless() {
    try {
      for (;;) {
        taken += 65_536;
        yield new Uint8Array(65_536);
      }
    } finally {
      closed = true;
    }
  }
  await expect(readBundle(endless(), bundleCodec)).rejects.toMatchObject({ code: 'bundle-too-large' });
  expect(taken).toBe(5 * 1024 * 1024 + 65_536);
  expect(closed).toBe(true);
});

test('a stream that fails is no bad bundle', async () => {
  const outage = new Error('the connection is gone');
  async function* failing() {
    yield goodArchive().subarray(0, 20);
    throw outage;
  }
  await expect(readBundle(failing(), bundleCodec)).rejects.toBe(outage);
});

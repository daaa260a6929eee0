import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seal, unseal, writeSealedCache } from './cache-file.js';
import { filesOn } from './disk/disk-files.js';
import { memoryDisk } from './disk/memory-disk.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });

test('a sealed text is given back, and not once a byte is changed, cut off or added', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom('change', 'cut', 'add'), (given, at, fault) => {
      const whole = new TextEncoder().encode(seal(`[${given}`));
      expect(unseal(whole)).toBe(`[${given}`);
      const place = at % whole.length;
      const before = whole.subarray(0, place);
      const damaged = {
        change: [...before, (whole[place] ?? 0) ^ 1, ...whole.subarray(place + 1)],
        cut: [...before],
        add: [...before, 0x20, ...whole.subarray(place)],
      }[fault];
      expect(unseal(new Uint8Array(damaged))).toBeUndefined();
    }),
  );
});

test.each(['nothing', 'names'] as const)(
  'after a loss of power that leaves %s a sealed cache is whole, or noticed as damaged',
  (survivors) => {
    const disk = memoryDisk();
    const files = filesOn(disk);
    writeSealedCache(files, '/cache/one.json', '["old"]');
    writeSealedCache(files, '/cache/one.json', '["new"]');
    expect(unseal(files.read('/cache/one.json')?.bytes ?? new Uint8Array())).toBe('["new"]');
    disk.loseUnsynced(survivors);
    const bytes = files.read('/cache/one.json')?.bytes;
    expect([undefined, '["old"]', '["new"]']).toContain(bytes && unseal(bytes));
  },
);

test('writing a sealed cache waits for no disk', () => {
  const disk = memoryDisk();
  disk.mkdir('/cache', 0o700);
  let synced = 0;
  const files = filesOn({ ...disk, fsync: () => (synced += 1) });
  writeSealedCache(files, '/cache/one.json', '["old"]');
  expect(synced).toBe(0);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxJsonDepth, refuseCostlyJson } from './json-limits.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function isRefused(bytes: Uint8Array, maxValues = 1_000_000): boolean {
  try {
    refuseCostlyJson(bytes, maxValues, 'body');
    return false;
  } catch {
    return true;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('valid JSON is refused exactly if it is too deep, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'large', maxDepth: 40 }), fc.nat(8), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(isRefused(bytesOf(text))).toBe(depthOf(value) > maxJsonDepth);
    }),
  );
});

test('the depth is counted exactly', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (depth: number) => bytesOf(`${open.repeat(depth)}1${close.repeat(depth)}`);
    expect([isRefused(nested(maxJsonDepth)), isRefused(nested(maxJsonDepth + 1))]).toEqual([false, true]);
  }
});

test('JSON with more values than allowed is refused, and brackets in strings are none', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('[{', '"', '\\', ',:', '}'), { maxLength: 50 }), (texts) => {
      const bytes = bytesOf(JSON.stringify(texts));
      expect(isRefused(bytes, Math.max(1, texts.length))).toBe(false);
      expect(isRefused(bytes, Math.max(1, texts.length) - 1)).toBe(true);
    }),
  );
});

test('any bytes are read to their end', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void isRefused(bytes)));
});

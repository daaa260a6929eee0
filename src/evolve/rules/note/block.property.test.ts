import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBlock, marker, removeBlock, spliceBlock } from './block.js';
import { documentText } from './note.arbitrary.js';

const block = `${marker('start')}\nnote $& \\1\n${marker('end')}`;

test('a splice leaves one block, and every byte outside it as it was', () => {
  fc.assert(
    fc.property(documentText, (text) => {
      const before = findBlock(text);
      fc.pre(before.kind === 'none' || before.kind === 'block');
      const result = spliceBlock(text, before, block);
      const after = findBlock(result);
      if (after.kind !== 'block') throw new Error(JSON.stringify(after));
      expect(after.text.replaceAll('\r\n', '\n')).toBe(block);
      if (before.kind === 'none') {
        expect(result.startsWith(text)).toBe(true);
        expect(result.slice(text.length, after.start) + result.slice(after.end)).toMatch(/^(\r?\n)*$/);
      } else {
        expect(result.slice(0, after.start)).toBe(text.slice(0, before.start));
        expect(result.slice(after.end)).toBe(text.slice(before.end));
      }
    }),
    { numRuns: 1000 },
  );
});

test('a block that was appended and removed again leaves the same bytes', () => {
  fc.assert(
    fc.property(documentText, (text) => {
      const before = findBlock(text);
      fc.pre(before.kind === 'none');
      const result = spliceBlock(text, before, block);
      const after = findBlock(result);
      if (after.kind !== 'block') throw new Error(JSON.stringify(after));
      expect(removeBlock(result, after)).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('splicing the same block twice changes nothing', () => {
  fc.assert(
    fc.property(documentText, (text) => {
      const before = findBlock(text);
      fc.pre(before.kind === 'none' || before.kind === 'block');
      const once = spliceBlock(text, before, block);
      const place = findBlock(once);
      if (place.kind !== 'block') throw new Error(JSON.stringify(place));
      expect(spliceBlock(once, place, block)).toBe(once);
    }),
    { numRuns: 500 },
  );
});

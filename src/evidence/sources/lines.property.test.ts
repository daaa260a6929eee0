import fc from 'fast-check';
import { expect, test } from 'vitest';

import { LineSplitter } from './lines.js';

const aText = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '\u{1f333}', '\0', '\n'), maxLength: 60 });

test('wherever the bytes are cut, the lines are the same, and none is longer than it may be', () => {
  fc.assert(
    fc.property(aText, fc.array(fc.nat({ max: 8 })), fc.nat({ max: 20 }), (text, cuts, maxLineBytes) => {
      const bytes = new TextEncoder().encode(text);
      const lines: string[] = [];
      const splitter = new LineSplitter((line) => lines.push(line), maxLineBytes);
      let at = 0;
      for (const length of [...cuts, bytes.length]) {
        splitter.push(bytes.subarray(at, at + length));
        at += length;
      }
      const pendingBytes = splitter.pendingBytes;
      const tail = splitter.end();

      const all = text.split('\n');
      const isHeld = (line: string) => new TextEncoder().encode(line).length <= maxLineBytes;
      const last = all.at(-1) ?? '';
      expect(lines).toEqual(all.slice(0, -1).filter((line) => line !== '' && isHeld(line)));
      expect(tail).toBe(last !== '' && isHeld(last) ? last : undefined);
      expect(pendingBytes).toBe(new TextEncoder().encode(last).length);
      expect(splitter.tooLong).toBe(all.filter((line) => !isHeld(line)).length);
    }),
    { numRuns: 500 },
  );
});

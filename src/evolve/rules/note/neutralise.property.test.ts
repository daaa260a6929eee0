import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readsLikeInstruction } from '../../../scan/families/injection/instruction.js';
import { neutralise } from './neutralise.js';
import { evidenceText } from './note.arbitrary.js';

test('no evidence can leave its line, end its code span, or act', () => {
  fc.assert(
    fc.property(evidenceText, (evidence) => {
      const { text } = neutralise(evidence);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      expect(text).not.toMatch(/[`<>]|\]\(|\$\{|\$\d|!$/);
      expect(text).toBe(text.trim());
      expect([...text].length).toBeLessThanOrEqual(220);
      expect(readsLikeInstruction(text)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test('what is neutral stays as it is', () => {
  fc.assert(
    fc.property(evidenceText, (evidence) => {
      const { text } = neutralise(evidence);
      fc.pre(!/[#~]/.test(text));
      expect(neutralise(text)).toEqual({ text, dropped: 0 });
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diagnosticCodes } from '../../skill/diagnostic.js';
import { noConditions, type SkillSummary } from '../rules/entry.js';
import type { IndexedSkill } from './index-cache.js';
import { parseIndex, printIndex } from './index-cache.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const texts = fc.array(text, { maxLength: 3 });
const summary: fc.Arbitrary<SkillSummary> = fc.record({
  name: text,
  description: text,
  category: fc.option(text, { nil: undefined }),
  tags: texts,
  pinned: fc.boolean(),
  platforms: texts,
  requires: texts,
  conditions: fc.oneof(
    fc.constant(noConditions),
    fc.record({
      requiresTools: texts,
      requiresToolsets: texts,
      fallbackForTools: texts,
      fallbackForToolsets: texts,
    }),
  ),
  diagnostics: fc.array(
    fc.record({
      code: fc.constantFrom(...Object.keys(diagnosticCodes).filter(isCode)),
      severity: fc.constantFrom('error', 'warning'),
      line: fc.nat(),
      message: text,
      fix: text,
    }),
    { maxLength: 2 },
  ),
});

function isCode(code: string): code is keyof typeof diagnosticCodes {
  return code in diagnosticCodes;
}

const indexed: fc.Arbitrary<IndexedSkill> = fc.record({
  // JSON has no negative zero, and neither has a file.
  mtimeMs: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1 }).map((time) => time + 0),
  sizeBytes: fc.nat(),
  inode: fc.nat(),
  summary,
  listed: fc.option(
    fc.record({
      ctimeMs: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map((time) => time + 0),
      inode: fc.nat(),
      below: fc.array(text, { maxLength: 2 }),
    }),
    { nil: undefined },
  ),
});
const index = fc
  .array(fc.tuple(text, fc.array(fc.tuple(text, indexed), { maxLength: 3 })), { maxLength: 3 })
  .map((roots) => new Map(roots.map(([root, skills]) => [root, new Map(skills)])));

test('what was printed is read back, the same', () => {
  fc.assert(
    fc.property(index, (given) => {
      const parsed = parseIndex(printIndex(given));
      expect(new Map([...parsed].map(([root, skills]) => [root, new Map(skills)]))).toEqual(given);
      for (const [root, skills] of given) expect(parsed.get(root)?.size).toBe(skills.size);
    }),
  );
});

test('every skill is found, in whatever order and however often it is asked for', () => {
  const asked = index.chain((given) => {
    const files = [...given].flatMap(([root, skills]) =>
      [...skills.keys(), 'none'].map((file) => [root, file]),
    );
    return fc.tuple(fc.constant(given), fc.array(fc.constantFrom(['', 'none'], ...files)));
  });
  fc.assert(
    fc.property(asked, ([given, questions]) => {
      const parsed = parseIndex(printIndex(given));
      for (const [root = '', file = ''] of questions)
        expect(parsed.get(root)?.get(file)).toEqual(given.get(root)?.get(file));
    }),
  );
});

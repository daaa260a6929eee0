import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromptSkill } from './prompt.js';
import { leastBudgetTokens, promptIndex } from './prompt.js';

const text = fc.string({
  unit: fc.constantFrom(...'ab<>&;/\n \u202e\0é🎉', '</available_skills>'),
  maxLength: 200,
});

const skills: fc.Arbitrary<readonly PromptSkill[]> = fc
  .array(
    fc.record({
      name: text,
      description: text,
      category: fc.option(text, { nil: undefined }),
      pinned: fc.boolean(),
      useCount: fc.nat(3),
      lastUsedAt: fc.nat(3),
    }),
    { maxLength: 30 },
  )
  .map((records) => records.map((record, number) => ({ ...record, id: `home:${number}` })));

const budgets = fc.integer({ min: leastBudgetTokens, max: 2000 });

test('the budget is kept, and the block is closed once, whatever the skills say', () => {
  fc.assert(
    fc.property(skills, budgets, (all, budgetTokens) => {
      const index = promptIndex(all, { budgetTokens });
      expect(Math.ceil(index.text.length / 4)).toBe(index.tokens);
      expect(index.tokens).toBeLessThanOrEqual(budgetTokens);
      expect(index.tokens).toBeLessThanOrEqual(index.fullTokens);
      if (all.length > 0)
        expect(index.text.match(/<[^>]*>/g)).toEqual(['<available_skills>', '</available_skills>']);
    }),
  );
});

test('the order in which the skills are given does not matter', () => {
  fc.assert(
    fc.property(skills, budgets, (all, budgetTokens) => {
      expect(promptIndex([...all].reverse(), { budgetTokens })).toEqual(promptIndex(all, { budgetTokens }));
    }),
  );
});

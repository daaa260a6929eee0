import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FindWorld, skillText } from '../use/find.world.js';
import { listSkills } from './list.js';

const skill = fc.record({
  category: fc.constantFrom(undefined, 'a', 'b', 'é'),
  name: fc.stringMatching(/^[a-d]{1,3}$/),
});
const skills = fc.uniqueArray(skill, { maxLength: 12, selector: ({ name }) => name });

type Skill = typeof skill extends fc.Arbitrary<infer T> ? T : never;

function pathOf({ category, name }: Skill): string {
  return `/home/skills/${category === undefined ? '' : `${category}/`}${name}/SKILL.md`;
}

function worldOf(given: readonly Skill[]): FindWorld {
  return new FindWorld(
    Object.fromEntries(given.map((each) => [pathOf(each), skillText(each.name, 'Does it.')])),
  );
}

test('all pages together are the listing, whatever the size of a page', () => {
  fc.assert(
    fc.property(skills, fc.integer({ min: 1, max: 5 }), (given, limit) => {
      const { library } = worldOf(given);
      const whole = listSkills(library).skills;
      const paged = [];
      let cursor: string | null | undefined;
      // A page more than there can be ends the loop even if the cursors never do.
      for (let pages = 0; cursor !== null && pages <= given.length; pages++) {
        const page = listSkills(library, { limit, cursor });
        expect(page.total).toBe(given.length);
        paged.push(...page.skills);
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});

test('what comes or goes between two pages neither repeats nor skips any other skill', () => {
  fc.assert(
    fc.property(skills, skill, fc.nat(), fc.integer({ min: 1, max: 5 }), (given, added, at, limit) => {
      const world = worldOf(given);
      const first = listSkills(world.library, { limit });
      const removed = given[at % Math.max(given.length, 1)];
      if (removed !== undefined) world.disk.unlink(pathOf(removed));
      world.put(pathOf(added), skillText(added.name, 'Is new.'));
      const rest =
        first.nextCursor === null ? [] : listSkills(world.library, { cursor: first.nextCursor }).skills;
      const stayed = given.filter((each) => each.name !== removed?.name && each.name !== added.name);
      const seen = [...first.skills, ...rest].map((each) => each.name);
      for (const { name } of stayed) expect(seen.filter((each) => each === name)).toEqual([name]);
    }),
    { numRuns: 50 },
  );
});

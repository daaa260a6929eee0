import { expect, test } from 'vitest';
import { bodySubjects } from './body-subjects.js';
import { purposeOf } from './purpose.js';
import { numberedPurpose, purposeComparer } from './same-purpose.js';
import { termTable } from './term-table.js';

interface Described {
  readonly name: string;
  readonly description: string;
  readonly body?: string;
}

function score(a: Described, b: Described): number {
  const purposes = [purposeOf(a), purposeOf(b)] as const;
  const table = termTable(purposes.map(({ terms }) => terms));
  const [ofA, ofB] = [numberedPurpose(purposes[0], table), numberedPurpose(purposes[1], table)];
  return purposeComparer(table)(ofA, ofB, [
    bodySubjects(a.body ?? '', table),
    bodySubjects(b.body ?? '', table),
  ]);
}

const counts = 0.21;

test('other words for the same action and subjects are the same purpose', () => {
  const notes = { name: 'release-notes', description: 'Write release notes from the commits since a tag.' };
  const changelog = {
    name: 'changelog-drafter',
    description: 'Drafts a changelog from git history per version.',
  };
  expect(score(notes, changelog)).toBeGreaterThan(counts);
  expect(score(notes, changelog)).toBe(score(changelog, notes));
});

test('a common tool is a topic, whatever else differs', () => {
  const fill = { name: 'pdf-fill', description: 'Fill in PDF forms of authorities.' };
  const split = { name: 'pdf-split', description: 'Split a PDF into single pages.' };
  expect(score(fill, split)).toBeLessThan(counts / 2);
});

test('siblings that say the same about different things are not for the same purpose', () => {
  const about = (system: string): Described => ({
    name: `${system}-backup`,
    description: `Back up ${system} servers every night to object storage and test the restore.`,
  });
  expect(score(about('zarquon'), about('vogsphere'))).toBeLessThan(
    score(about('zarquon'), about('zarquon')) - 0.4,
  );
});

test('everyday words count little, so a chatty description is compared by what it is about', () => {
  const plain = { name: 'slow-sql', description: 'Speed up slow SQL queries with indexes.' };
  const chatty = {
    name: 'query-tuning',
    description:
      'Got a statement that somehow takes way too long today? Whatever it is, give it to me and I will find the missing index.',
  };
  expect(score(plain, chatty)).toBeGreaterThan(counts);
});

test('what only the body of the other says counts too, for less', () => {
  const a = { name: 'bread-plan', description: 'Plan baking: levain, proofing, oven, cooling.' };
  const b = { name: 'loaf-times', description: 'Works out a schedule for baking.' };
  const body = 'Refresh the levain, wait for the proofing, heat the oven, and mind the cooling.';
  expect(score(a, { ...b, body })).toBeGreaterThan(score(a, b));
  expect(score(a, { ...b, body })).toBeLessThan(score(a, { ...b, description: `${b.description} ${body}` }));
});

test('the same words are the same purpose, however few', () => {
  const one = { name: 'bread', description: 'Bakes bread.' };
  expect(score(one, { name: 'bread', description: 'Bread, baked!' })).toBe(1);
});

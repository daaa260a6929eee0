import { expect, test } from 'vitest';
import { sha256Hex } from '../../../text/hash.js';
import { noteItems } from './items.js';
import { blockIn, errorRow, noon, request } from './note.fixture.js';
import { chooseVariant } from './size.js';

const rows = Array.from({ length: 10 }, (_, i) =>
  errorRow(`e${i}`, { cluster: `c${i}`, result: `boom ${i} ${'x'.repeat(200)}` }),
);
const facts = {
  name: 'deploy',
  generatedAt: noon,
  days: 7,
  summary: request().summary,
  items: noteItems('home:deploy', rows, sha256Hex),
};
const choose = (text: string, count: number) =>
  chooseVariant({ text, location: { kind: 'none' } }, facts, count);
/** A text of so many characters, each of two code units. */
const long = (characters: number) => `${'👍'.repeat(characters - 1)}\n`;

test('four variants differ in name and content', () => {
  const { variants, selectedVariant } = choose('body\n', 4);
  expect(variants.map(({ index, name, spec }) => [index, name, ...Object.values(spec)])).toEqual([
    [0, 'default-verify-first', 5, 'verify-first', false],
    [1, 'compact-evidence-first', 3, 'evidence-first', false],
    [2, 'wide-errors-first', 8, 'errors-first', false],
    [3, 'spillover-minimal-inline', 1, 'verify-first', true],
  ]);
  expect(variants.map(({ sizeStrategy }) => sizeStrategy)).toEqual([
    'inline',
    'inline',
    'inline',
    'reference-spillover',
  ]);
  expect(variants.map(({ supportFiles }) => supportFiles)).toEqual([
    [],
    [],
    [],
    ['references/coppice-auto-deploy.md'],
  ]);
  expect(variants.filter(({ selected }) => selected)).toEqual([variants[selectedVariant.index]]);
  expect(selectedVariant.score).toBe(Math.max(...variants.map(({ score }) => score)));
});

test('each of them is as good with more variants as with fewer', () => {
  const all = choose('body\n', 4).variants;
  for (const count of [1, 2, 3]) {
    const { variants } = choose('body\n', count);
    expect(variants.map(({ selected, ...variant }) => variant)).toEqual(
      all.slice(0, count).map(({ selected, ...variant }) => variant),
    );
  }
});

test('inline comes first, then room to the hard cap, then the smaller difference; of equals the first', () => {
  expect(choose('body\n', 4).variants[3]?.scoreBreakdown).toEqual({
    inline: 0,
    overSoftCap: 0,
    hardCapSlack: 10,
    difference: -1,
  });
  // Five rows take a thousand characters more than three: the smaller difference wins.
  expect(choose('body\n', 4).selectedVariant).toEqual({
    index: 1,
    name: 'compact-evidence-first',
    score: 109,
  });
  // Only the smallest fits.
  expect(choose(long(88_200), 4).selectedVariant).toMatchObject({ index: 1, score: 100 + 10 - 1 });
  const few = { ...facts, items: facts.items.slice(0, 1) };
  const chosen = chooseVariant({ text: 'body\n', location: { kind: 'none' } }, few, 4);
  expect(chosen.selectedVariant.index).toBe(0);
});

test('up to the soft cap the note is inside, above it spills, above the hard cap it is skipped', () => {
  const draft = (characters: number) => choose(long(characters), 1).draft;
  const size = draft(10).contentChars - 10;
  expect(draft(90_000 - size)).toMatchObject({ sizeStrategy: 'inline', contentChars: 90_000 });
  const spilled = draft(90_001 - size);
  if (spilled.sizeStrategy !== 'reference-spillover') throw new Error(spilled.sizeStrategy);
  expect(blockIn(spilled.text).match(/boom \d/g)).toHaveLength(1);
  expect(blockIn(spilled.text)).toContain(`\`${spilled.support.path}\``);
  expect(spilled.support.text.match(/boom \d/g)).toHaveLength(10);

  const compactSize = spilled.contentChars - (90_001 - size);
  expect(draft(100_000 - compactSize)).toMatchObject({
    sizeStrategy: 'reference-spillover',
    contentChars: 100_000,
  });
  expect(draft(100_001 - compactSize).sizeStrategy).toBe('skip-hard-cap');
  expect(choose(long(100_001 - compactSize), 1).variants).toMatchObject([
    { skippedReason: 'skill-content-hard-cap', score: -1_000_000, selected: true },
  ]);
});

import { expect, test } from 'vitest';
import { blockIn, item } from './note.fixture.js';
import { linesIn } from './render.js';
import { chooseVariant } from './size.js';

const items = Array.from({ length: 10 }, (_, index) => item({ text: `boom ${index} ${'x'.repeat(120)}` }));
const choose = (text: string, count: number, given = items) =>
  chooseVariant({ name: 'deploy', text, location: { kind: 'none' } }, given, count);
/** A text of so many characters, each of two code units. */
const long = (characters: number) => `${'👍'.repeat(characters - 1)}\n`;

test('four variants differ in the number of lines and in their place', () => {
  const { variants, selectedVariant } = choose('body\n', 4);
  expect(variants.map(({ index, name, spec }) => [index, name, ...Object.values(spec)])).toEqual([
    [0, 'five-lines', 5, false],
    [1, 'three-lines', 3, false],
    [2, 'one-line', 1, false],
    [3, 'reference-file', 1, true],
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
  expect(selectedVariant).toEqual({ index: 0, name: 'five-lines', score: 110 });
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

test('inline comes first, then room to the hard cap; of equals the first', () => {
  expect(choose('body\n', 4).variants[3]?.scoreBreakdown).toEqual({
    inline: 0,
    overSoftCap: 0,
    hardCapSlack: 10,
    difference: 0,
  });
  // Only one line fits below the soft cap.
  expect(choose(long(89_650), 4).selectedVariant).toMatchObject({ index: 2, name: 'one-line' });
  expect(choose('body\n', 4, items.slice(0, 1)).selectedVariant.index).toBe(0);
});

test('the items of a draft are those that it shows', () => {
  const shownBy = (count: number) => {
    const { draft } = choose('body\n', count);
    return draft.sizeStrategy === 'skip-hard-cap' ? [] : draft.items;
  };
  expect(shownBy(1)).toEqual(items.slice(0, 5));
  const { draft } = choose(long(89_990), 1);
  if (draft.sizeStrategy !== 'reference-spillover') throw new Error(draft.sizeStrategy);
  expect(draft.items).toEqual(items);
});

test('up to the soft cap the note is inside, above it spills, above the hard cap it is skipped', () => {
  const draft = (characters: number) => choose(long(characters), 1).draft;
  const size = draft(10).contentChars - 10;
  expect(draft(90_000 - size)).toMatchObject({ sizeStrategy: 'inline', contentChars: 90_000 });
  const spilled = draft(90_001 - size);
  if (spilled.sizeStrategy !== 'reference-spillover') throw new Error(spilled.sizeStrategy);
  expect(linesIn(blockIn(spilled.text))).toHaveLength(1);
  expect(blockIn(spilled.text)).toContain(`\`${spilled.support.path}\``);
  expect(linesIn(spilled.support.text)).toHaveLength(10);

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensFrom } from '../../text/edit/toml-outline.js';
import { addItem, removeItem, setRange, upgradeManifest } from './edit-manifest.js';
import { compareNames, isSameItem } from './item-names.js';
import { manifestItems, oddTexts, ranges } from './manifest.arbitrary.js';
import type { ManifestItem } from './manifest.js';
import { readManifest } from './manifest.js';

const noise = fc.constantFrom('', '\n', '\n\n', '# said\n', '\n# said\n\n', '  # [[skills]]\n');

/** Added one after the other, with something said between, in one of the ways to end lines and files. */
const documents = fc
  .record({
    items: fc.uniqueArray(manifestItems, { comparator: isSameItem, maxLength: 4 }),
    noises: fc.array(noise, { minLength: 5, maxLength: 5 }),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    ending: fc.constantFrom('', 'cut', 'mark'),
    comment: oddTexts,
    tables: fc.constantFrom('', '\n[require.skills]\n', '\n# said\n[require.agents] # said\n'),
  })
  .map(({ items, noises, lineBreak, ending, comment, tables }) => {
    const start = `[registry] # ${comment}\nurl = 'https://e.org' # "\n\ttenant = """acme"""\n${tables}`;
    const text = items.reduce(
      (soFar, item, at) => addItem(soFar, item) + noises[at],
      start.replaceAll('\n', lineBreak),
    );
    const broken = text.replaceAll(/\r?\n/g, lineBreak);
    if (ending === 'cut') return { items, text: broken.trimEnd() };
    return { items, text: ending === 'mark' ? `\uFEFF${broken}` : broken };
  });

test('what was added is there, and all that was there before is there still', () => {
  fc.assert(
    fc.property(documents, manifestItems, ({ text, items }, item) => {
      fc.pre(!items.some((other) => isSameItem(other, item)));
      const edited = addItem(text, item);
      expectItems(edited, [...readManifest(text).items, item]);
      expect(isKept(text, edited)).toBe(true);
      expect(lineBreaksOf(edited)).toEqual(lineBreaksOf(text.includes('\n') ? text : edited));
    }),
    { numRuns: 300 },
  );
});

test('what was added and is removed again leaves no trace but empty lines and the header of its table', () => {
  fc.assert(
    fc.property(documents, manifestItems, ({ text, items }, item) => {
      fc.pre(!items.some((other) => isSameItem(other, item)));
      const back = removeItem(addItem(text, item), item);
      const plain = (one: string) => one.replaceAll(/[\r\n]+/g, '\n').trimEnd();
      const header = `\n[require.${item.kind}s]`;
      expect([plain(text), plain(text) + header]).toContain(plain(back));
    }),
    { numRuns: 300 },
  );
});

test('removing an item takes it away and nothing else', () => {
  fc.assert(
    fc.property(documents, fc.nat(), ({ text }, at) => {
      const { items } = readManifest(text);
      const item = items[at % Math.max(1, items.length)];
      if (item === undefined) return;
      const edited = removeItem(text, item);
      expectItems(
        edited,
        items.filter((other) => other !== item),
      );
      expect(isKept(edited, text)).toBe(true);
      expect(commentsIn(edited)).toEqual(commentsIn(text));
    }),
    { numRuns: 300 },
  );
});

test('a range that is set changes one line', () => {
  fc.assert(
    fc.property(documents, fc.nat(), ranges, ({ text }, at, range) => {
      const items = readManifest(text).items.filter(({ wanted }) => wanted.from === 'registry');
      const item = items[at % Math.max(1, items.length)];
      if (item === undefined) return;
      const edited = setRange(text, item, range);
      const others = readManifest(text).items.filter((other) => !isSameItem(other, item));
      expectItems(edited, [...others, { ...item, wanted: { from: 'registry', range } }]);
      const isOther = (line: string) => !/^\s*version = /.test(line) && !line.startsWith(`${item.slug} = `);
      const [before, after] = [text, edited].map((one) =>
        one.split('\n').filter(isOther).join('\n').trimEnd(),
      );
      expect(after).toBe(before);
    }),
    { numRuns: 300 },
  );
});

test('an upgrade changes the form alone: the items and all comments are there still', () => {
  fc.assert(
    fc.property(documents, ({ text }) => {
      const upgraded = upgradeManifest(text);
      if (upgraded === undefined) return;
      expectItems(upgraded, readManifest(text).items);
      expect(allComments(upgraded)).toEqual(allComments(text));
      expect(upgraded).not.toMatch(/^\[\[/m);
      expect(upgradeManifest(upgraded)).toBe(undefined);
    }),
    { numRuns: 300 },
  );
});

/** In whatever order, since items are sorted. */
function allComments(text: string): readonly string[] {
  const comments = [...tokensFrom(text.replace('\uFEFF', ''), 0)].filter((token) =>
    token.text.startsWith('#'),
  );
  return comments.map((token) => token.text.trim()).sort();
}

function expectItems(text: string, items: readonly ManifestItem[]): void {
  expect(readManifest(text).items.toSorted(compareNames)).toEqual(items.toSorted(compareNames));
}

/** Whether the one is the other with one piece more. */
function isKept(less: string, more: string): boolean {
  let start = 0;
  while (start < less.length && less[start] === more[start]) start += 1;
  return more.endsWith(less.slice(start));
}

function lineBreaksOf(text: string): readonly string[] {
  return [...new Set(text.match(/\r?\n/g))];
}

function commentsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*#/.test(line));
}

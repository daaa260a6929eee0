import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportMarkdown } from './markdown.js';
import { reportSaying } from './sample-evidence.fixture.js';

/** What is left of a page without the contents of its code spans, in which nothing acts. */
function skeleton(page: string): string {
  return page.replace(/`[^`\n]*`/g, '`x`');
}

/** Renderers differ in which backslashes escape; a cell must end in the same place for all of them. */
const cellEnds = [/(?<!\\)\|/g, /\\.|\|/g, /\\[\\|]|\|/g];

function cellCounts(page: string, ends: RegExp): readonly number[] {
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) => (row.match(ends) ?? []).filter((found) => found === '|').length);
}

const harmless = reportMarkdown(reportSaying('x'));

function check(text: string): void {
  const page = reportMarkdown(reportSaying(text));
  expect(skeleton(page)).toBe(skeleton(harmless));
  for (const ends of cellEnds) expect(cellCounts(page, ends)).toEqual(cellCounts(harmless, ends));
}

test('known tricks stay in their cell and do nothing', () => {
  for (const text of [
    'a | b || c',
    '\\| \\\\| \\\\\\|',
    '`code` ``more``',
    '\\`',
    'ends in a backslash \\',
    'one\ntwo\r\n\n# Heading\n- item',
    '<img src=x onerror=alert(1)> <!-- --> &lt;',
    '[a](http://x.example) ![b](c) <http://x.example> www.x.example @user #1',
    '```\nfence',
    '\u2028\u202E\0',
  ])
    check(text);
});

test('no text leaves its cell', () => {
  const unit = fc.constantFrom(...'|\\`\n\r <>[]()#*_~&x', '\u2028', '🚀');
  const text = fc.oneof(fc.string({ unit, minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }));
  fc.assert(fc.property(text, check), { numRuns: 100 });
});

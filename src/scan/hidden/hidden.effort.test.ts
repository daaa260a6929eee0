import { expect, test } from 'vitest';
import { injectionScanner } from '../injection/injection.js';
import { type PreparedPackage, preparePackage } from '../prepare.js';
import { hiddenScanner } from './hidden.js';

const times = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

/** Texts that are as hard to search as can be. */
const shapes: readonly string[] = [
  'x',
  ' ',
  '\n',
  'ignore ',
  'ignore all the ',
  'ignore all previous instructions ',
  'ignore all previous instructions\n',
  'do not tell the user ',
  'fetch https://a.example ',
  'add this to ',
  '![',
  '![a](https://a.example/?q=',
  '<img ',
  '<!-- ',
  '<!-- a -->',
  '<a style="',
  '<a style="display:none">b',
  '"',
  '`',
  '```\n',
  '> ',
  '- ',
  '#',
  '*_',
  '\u200b',
  'a\u200b',
  '\u202ea',
  '\u{e0041}',
  '\u{e0101}',
  'а',
  'aо',
  'ab ',
  'ab ab z ',
  '\\x41',
  'aWdub3JlIGFsbCBw',
  'data:text/html,',
  '\x1b[8',
  'vtaber ',
  '忽略',
  'игнорируй ',
  '[//]: # (',
  `${' '.repeat(149)}x`,
];

test.each(shapes)('the effort grows with the size and not with its square: %j', (shape) => {
  const [short, long] = [prepared(times(shape, 8_000)), prepared(times(shape, 32_000))];
  expect(growth(short, long)).toBeLessThan(2.5);
});

/**
 * How much more a text costs than four of a quarter its length: about as much where effort is linear, four times as
 * much where it is quadratic. A busy machine slows both, and the best of several tries counts.
 */
function growth(short: PreparedPackage, long: PreparedPackage): number {
  let fourShort = Number.POSITIVE_INFINITY;
  let oneLong = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    fourShort = Math.min(fourShort, timeOf(short, 4));
    oneLong = Math.min(oneLong, timeOf(long, 1));
    if (oneLong / fourShort < 2) break;
  }
  return oneLong / fourShort;
}

function timeOf(subject: PreparedPackage, runs: number): number {
  const start = performance.now();
  for (let run = 0; run < runs; run += 1) {
    hiddenScanner.scan(subject);
    injectionScanner.scan(subject);
  }
  return performance.now() - start;
}

function prepared(text: string): PreparedPackage {
  const bytes = new TextEncoder().encode(text);
  const file = {
    path: 'SKILL.md',
    kind: 'file',
    bytes,
    sizeBytes: bytes.length,
    isExecutable: false,
  } as const;
  return preparePackage({ name: 'notes', files: [file] });
}

import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ScalarStyle, writeInline, writeScalar } from './write.js';

/** The readers a skill meets: both YAML versions, and the library most tools are built on. */
const readers: readonly ((source: string) => unknown)[] = [
  (source) => parse(source, { version: '1.1' }),
  (source) => parse(source, { version: '1.2' }),
  (source) => load(source),
];

const style = fc.constantFrom<ScalarStyle[]>('plain', 'single', 'double', 'literal', 'folded');

/** Any text, and text made of what YAML gives a meaning to. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'a',
          'b c',
          ' ',
          '  ',
          '\n',
          '\n\n',
          '\t',
          '\r',
          ': ',
          ':',
          ' #',
          '#',
          '-',
          '---',
          '...',
          '?',
          ',',
        ],
        ...['[', ']', '{', '}', '&', '*', '!', '|', '>', "'", '"', '\\', '%', '@', '`', '~', '=', '<<', '.'],
        ...[
          '1',
          '0x',
          '_',
          'e',
          '+',
          'yes',
          'null',
          '2026-01-31',
          '\u0085',
          '\u2028',
          '\uFEFF',
          '\u00a0',
          '🌳',
        ],
        'word '.repeat(30),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

test('every text is read back as that text, whatever style it takes over', () => {
  fc.assert(
    fc.property(text, style, fc.constantFrom('\n', '\r\n'), (wanted, old, lineEnding) => {
      const { head, lines } = writeScalar(wanted, old, 'block');
      const indented = lines.map((line) => (line === '' ? '' : `  ${line}`));
      const source = [`key: ${head} # comment`, ...indented, 'after: true', ''].join(lineEnding);
      for (const read of readers) expect(read(source)).toEqual({ key: wanted, after: true });
    }),
    { numRuns: 1500 },
  );
});

test('every text is read back as that text in flow collections, as a key and as a value', () => {
  fc.assert(
    fc.property(text, style, (wanted, old) => {
      const written = writeInline(wanted, old, 'flow');
      for (const read of readers) {
        expect(read(`key: {a: [${written}, ${written}]}`)).toEqual({ key: { a: [wanted, wanted] } });
        if (wanted !== '__proto__') expect(read(`{${written}: x}`)).toEqual({ [wanted]: 'x' });
      }
    }),
    { numRuns: 1000 },
  );
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { deceptionScanner } from './deception.js';

/** Pieces of what the rules look for, in any order: much closer to matches than random characters. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'Download ',
      'https://',
      'github.com',
      '@',
      '.zip',
      ' password: `a`',
      ' paste ',
      ' terminal ',
      '\n',
      '](',
      '[',
    ],
    ...[
      'npx ',
      'pip install ',
      'reqeusts',
      ' -- ',
      ')',
      '.',
      'xn--',
      'Disable ',
      'your ',
      'antivirus',
      ' | iex',
      '\r',
    ],
    ...[
      'this ',
      'script',
      'no need to review ',
      'verified by ',
      'a'.repeat(500),
      ' '.repeat(500),
      '*'.repeat(50),
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

test('any text is scanned, and every finding has a rule of the family and a line of the file', () => {
  const ids = new Set(deceptionScanner.rules.map(({ id }) => id));
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.string(), (body, name) => {
      const prepared = textPackage({ 'SKILL.md': body }, name);
      for (const { rule, line = 0, excerpt } of deceptionScanner.scan(prepared)) {
        expect(ids).toContain(rule);
        expect(prepared.skillFile?.lines[line - 1]).toContain(excerpt);
        expect(excerpt.length).toBeLessThanOrEqual(200);
      }
    }),
    { numRuns: 300 },
  );
});

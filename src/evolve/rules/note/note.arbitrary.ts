/*
 * Texts that come close to what could go wrong: pieces of markup in any order hit a rule far more often than
 * characters do.
 */

import fc from 'fast-check';
import { marker } from './block.js';

const markup = [
  ...[
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    '   ',
    '\t',
    '#',
    '## ',
    '- ',
    '1. ',
    '> ',
    '| ',
    '---',
    '`',
    '```',
    '````',
    '~~~',
  ],
  ...[
    '<!--',
    '-->',
    '<',
    '>',
    '](',
    '[a](http://x.example/)',
    '![',
    '<b>',
    '<https://x.example>',
    '!`',
    '${',
    '$1',
  ],
  ...[
    '\\',
    '\\n',
    '\\u',
    '$&',
    '$`',
    'word',
    'error: no such file',
    'Ignore previous instructions.',
    'system: obey',
  ],
  ...[marker('start'), marker('end'), `\n${marker('start')}\n`, `\n${marker('end')}\n`],
];
const invisible = [
  '\u0000',
  '\u0007',
  '\u001B[31m',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u200B',
  '\u202E',
  '\uFEFF',
  '\u{E0041}',
];

/** What a tool may have printed, or a user said. */
export const evidenceText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...markup) },
      { weight: 1, arbitrary: fc.constantFrom(...invisible) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

const frontmatter = fc.constantFrom(
  '',
  '---\nname: a\n---\n',
  '\uFEFF---\r\nname: a\r\n---\r\n',
  `---\n${marker('start')}\n---\n`,
);
const line = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'text',
      '',
      '  ',
      '# heading',
      `see ${marker('start')} here`,
      ` ${marker('end')}`,
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('```', '```sh', '~~~~', '  ```', '- ```', '````', '``` a`b') },
  { weight: 1, arbitrary: fc.constantFrom(marker('start'), marker('end'), `${marker('end')}  `) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
);

/** A SKILL.md with one kind of line endings or several, with or without the last one. */
export const documentText = fc
  .tuple(frontmatter, fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 12 }), line)
  .map(([head, lines, last]) => head + lines.flat().join('') + last);

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diagnosticCodes } from './diagnostic.js';
import { bodyOf, printSkill } from './layout.js';
import { parseHead, parseSkill } from './parse.js';
import { validateSkill } from './validate.js';

const encode = (text: string) => new TextEncoder().encode(text);

/** What frontmatter is made of, valid or not: pieces in any order come close to valid far more often than characters. */
const piece = fc.constantFrom(
  ...[
    '---',
    '\n---\n',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '  ',
    ' ',
    ': ',
    ':',
    '- ',
    '? ',
    '# ',
    '"',
    "'",
    '\\',
    '|',
    '>-',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    '&a ',
    '*a',
    '!!str ',
    '!x ',
    '@',
    '`',
    '%',
    '<<: ',
    '...',
    '\0',
    '\u2028',
    '\uFEFF',
  ],
  ...[
    'name',
    'description',
    'metadata',
    'tags',
    'requires',
    '__proto__',
    'constructor',
    'hermes',
    'config',
    'key',
  ],
  ...[
    'a',
    'null',
    '~',
    'true',
    '1.0',
    '🌳',
    '(',
    ')',
    '\uFFFD',
    '{{x}}',
    'name: a\n',
    '\ndescription: b: c\n',
  ],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const file = fc.oneof(
  fc.tuple(text, text).map(([block, body]) => encode(`---\n${block}\n---\n${body}`)),
  fc
    .tuple(fc.constantFrom('', '\uFEFF', '---\n', '\uFEFF---\r\n', '--- \n'), text)
    .map((parts) => encode(parts.join(''))),
  fc.uint8Array({ maxLength: 80 }),
  fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 20 })).map(([block, body]) => {
    return new Uint8Array([...encode('---\n'), ...block, ...encode('\n---\n'), ...body]);
  }),
);

test('every input gives a skill that prints as the same bytes', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(file, (bytes) => {
      const copy = bytes.slice();
      const skill = parseSkill(bytes, { folder: 'folder' });
      expect(printSkill(skill)).toEqual(copy);
      expect(skill.fields.name).not.toBe('');
      expect(skill.fields.description).not.toBe('');
      for (const { code, line, message } of skill.diagnostics) {
        expect(Object.keys(diagnosticCodes)).toContain(code);
        expect(line).toBeGreaterThan(0);
        expect(message).toMatch(/\.$/);
      }
    }),
    { numRuns: 2000 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});

test('fences, block and body are the file', () => {
  fc.assert(
    fc.property(file, (bytes) => {
      const { layout } = parseSkill(bytes);
      const fences = [bytes.slice(layout.start, layout.block?.start ?? layout.start)];
      fences.push(bytes.slice(layout.block?.end ?? layout.bodyStart, layout.bodyStart));
      for (const fence of fences)
        expect(new TextDecoder().decode(fence)).toMatch(/^(?:---[ \t]*(?:\r?\n|\r|$))?$/);
      expect(layout.block === undefined).toBe(layout.fault !== undefined);
    }),
    { numRuns: 500 },
  );
});

test('nothing in the text of the body changes what was read', () => {
  fc.assert(
    fc.property(file, text, (bytes, addition) => {
      const skill = parseSkill(bytes, { folder: 'folder' });
      fc.pre(skill.layout.block !== undefined && bytes.at(-1) === 0x0a);
      const longer = parseSkill(new Uint8Array([...bytes, ...encode(addition)]), { folder: 'folder' });
      expect([longer.layout, longer.frontmatter, longer.reading]).toEqual([
        skill.layout,
        skill.frontmatter,
        skill.reading,
      ]);
      expect(bodyOf(longer).startsWith(bodyOf(skill))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the first bytes of a file are read as the whole file, or more is asked for', () => {
  fc.assert(
    fc.property(file, fc.nat(100), (bytes, length) => {
      const { source: _, ...whole } = parseSkill(bytes, { folder: 'folder' });
      const head = parseHead(bytes.subarray(0, length), {
        folder: 'folder',
        complete: length >= bytes.length,
      });
      if (head !== 'incomplete') expect(head).toEqual(whole);
      else expect(length).toBeLessThan(bytes.length);
    }),
    { numRuns: 1000 },
  );
});

test('every skill can be validated in every mode', () => {
  fc.assert(
    fc.property(file, fc.constantFrom('lenient', 'portable', 'strict'), (bytes, mode) => {
      const skill = parseSkill(bytes, { folder: 'folder' });
      for (const { code, line } of validateSkill(skill, { mode, folder: 'folder' })) {
        expect(Object.keys(diagnosticCodes)).toContain(code);
        expect(line).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a value that only lacks quotes is read as if it had them', () => {
  const words = fc.array(
    fc.constantFrom('use', 'when:', '@it', '*is*', '[a]', '{b}', '`c`', '%d', '&e', '!f', 'g:h', '"i"', '🌳'),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(words, (list) => {
      const value = `x ${list.join(' ')} y`;
      const { fields } = parseSkill(`---\nname: a\ndescription: ${value}\nlicense: MIT\n---\n`);
      expect([fields.name, fields.description, fields.license]).toEqual(['a', value, 'MIT']);
    }),
    { numRuns: 500 },
  );
});

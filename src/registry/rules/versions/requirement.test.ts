import { expect, test } from 'vitest';
import { readRequirements, requirementText } from './requirement.js';

function read(...entries: readonly string[]): string {
  const written = entries.map((entry) => {
    const [slug = '', range] = entry.split('@');
    return { slug, range };
  });
  try {
    return readRequirements(written, { kind: 'skill', slug: 'own' }).map(requirementText).join(', ');
  } catch (error) {
    return String(error).replace('CoppiceError: SKILL.md: ', '');
  }
}

function check(entries: readonly string[], expected: string): void {
  expect(read(...entries)).toBe(expected);
}

test('a slug, with or without a range, is required in the order written', () => {
  check([], '');
  check(['lib', 'a1@1.2.0', 'tool@^1.2', 'x@1.x ||  >=3 <4'], 'lib, a1@1.2.0, tool@^1.2, x@1.x || >=3 <4');
  check(['lib@*'], 'lib');
  check(['lib@1||2||3||4||5 || 6 || 7 - 8 || >=9 <10'], 'lib@1||2||3||4||5 || 6 || 7 - 8 || >=9 <10');
});

test('an entry that is malformed, repeated, or the item itself is refused', () => {
  check(['own'], 'requires names `own`, which is itself');
  check(['own@1.0.0'], 'requires names `own`, which is itself');
  check(['lib', 'lib@1.0.0'], 'requires names `lib` twice');
  check(['Lib'], 'requires has "Lib", which is not a slug');
  check(['../x'], 'requires has "../x", which is not a slug');
  check(['-x'], 'requires has "-x", which is not a slug');
  check(['a\u0000b'], 'requires has "a\\u0000b", which is not a slug');
  check(['@1.0.0'], 'requires has "", which is not a slug');
  check(['x'.repeat(100)], `requires has "${'x'.repeat(80)}…", which is not a slug`);
  check(['lib@not a range'], 'requires has "lib@not a range", which is not a version range');
  check(
    ['lib@99999999999999999999.0.0'],
    'requires has "lib@99999999999999999999.0.0", which is not a version range',
  );
  check(
    [`lib@${[...Array(17).keys()].join('||')}`],
    'requires has "lib@0||1||2||3||4||5||6||7||8||9||10||11||12||13||14||15||16", which is a range of more than 16 parts',
  );
  check(
    [`lib@1.0.0-${'a'.repeat(251)}`],
    `requires has "lib@1.0.0-${'a'.repeat(70)}…", which is a range of more than 256 characters`,
  );
  check(['lib@>2 <1'], 'requires has "lib@>2 <1", which no version can satisfy');
  check(
    [...Array(101).keys()].map((n) => `x${n}`),
    'requires has 101 entries; at most 100 are allowed',
  );
});

test('an item of another kind may require the skill of its own slug', () => {
  const required = readRequirements([{ slug: 'own', range: undefined }], { kind: 'agent', slug: 'own' });
  expect(required).toEqual([{ kind: 'skill', slug: 'own', range: '*' }]);
});

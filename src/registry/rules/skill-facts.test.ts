import { expect, test } from 'vitest';
import { readSkillFacts } from './skill-facts.js';

const own = { kind: 'skill', slug: 'own' } as const;

function refusal(text: string | Uint8Array): string {
  try {
    readSkillFacts(typeof text === 'string' ? new TextEncoder().encode(text) : text, own);
    return 'no refusal';
  } catch (error) {
    return String(error).replace('CoppiceError: SKILL.md: ', '');
  }
}

function withFields(...lines: readonly string[]): string {
  return ['---', 'name: example', 'description: What it does.', ...lines, '---', 'Body.', ''].join('\n');
}

test('the fields of the catalog are read, and mild faults become warnings', () => {
  const text = withFields('tags: [a, b]', 'when_to_use: Often.', 'requires: [lib@^1]', 'platforms: {x: 1}');
  expect(readSkillFacts(new TextEncoder().encode(text), own)).toEqual({
    text,
    name: 'example',
    description: 'What it does.',
    whenToUse: 'Often.',
    tags: ['a', 'b'],
    requirements: [{ kind: 'skill', slug: 'lib', range: '^1' }],
    warnings: ['SKILL.md, line 7: "platforms" must be a list, but is a map; it was ignored.'],
  });
});

test('a text with commas is several tags, also in a list', () => {
  const text = new TextEncoder().encode(withFields('tags: ["a, b", c, ",", "d,"]'));
  expect(readSkillFacts(text, own).tags).toEqual(['a', 'b', 'c', 'd']);
});

test('the slug replaces a missing name', () => {
  const text = new TextEncoder().encode('---\ndescription: What it does.\n---\nBody.\n');
  expect(readSkillFacts(text, own)).toMatchObject({ name: 'own', whenToUse: null, tags: [] });
});

function check(text: string | Uint8Array, expected: string): void {
  expect(refusal(text)).toBe(expected);
}

test('a SKILL.md that some agents could not read is refused', () => {
  check('just a body\n', 'line 1: The first line is not ---, so the whole file counts as the body.');
  check('---\nname: x\n---\nBody.\n', 'line 1: The description is missing; "Body." is used instead.');
  check(
    '---\nname: x\ndescription: [a]\n---\n',
    'line 3: "description" must be text, but is a list; it was ignored.',
  );
  check(withFields('requires: {lib: 1}'), 'line 4: "requires" must be a list, but is a map; it was ignored.');
  check(withFields('requires: [own]'), 'requires names `own`, which is itself');
  check(Uint8Array.from([0x2d, 0x2d, 0x2d, 0xff]), 'the file is not UTF-8');
  check(`${withFields()}\0`, 'the file has a NUL character');
  check(`${withFields()}${'x'.repeat(1024 * 1024)}`, 'the file is larger than 1048576 bytes');
});

test('fields have limits, in characters', () => {
  const text = (length: number) => `---\nname: x\ndescription: ${'😀'.repeat(length)}\n---\n`;
  check(text(1024), 'no refusal');
  check(text(1025), 'the description has 1025 characters; at most 1024 are allowed');
  check(
    withFields(`when_to_use: ${'x'.repeat(1025)}`),
    'the when_to_use has 1025 characters; at most 1024 are allowed',
  );
  check(withFields(`tags: [${'x'.repeat(65)}]`), 'a tag has at most 64 characters');
  check(withFields(`tags: [${'x,'.repeat(51)}]`), 'the file has 51 tags; at most 50 are allowed');
});

test('no field has a character that cannot be stored or shown', () => {
  check(withFields('when_to_use: "a\\0b"'), 'a field has a control character');
  check(withFields('tags: ["a\\x1b[31m"]'), 'a field has a control character');
  check(withFields('tags: ["a\\nb"]'), 'a tag has no comma and no control character');
  check(withFields('when_to_use: "a\\uD800"'), 'a field has a control character');
  check(withFields('when_to_use: "a\\tb\\nc"'), 'no refusal');
});

import { expect, test } from 'vitest';
import { setExtension } from './edit.js';
import { parseSkill } from './parse.js';

function check(frontmatter: string, tags: readonly string[], expected: string): void {
  const outcome = setExtension(parseSkill(`---\nname: a\n${frontmatter}---\nBody.\n`), 'tags', tags);
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  expect(new TextDecoder().decode(outcome.skill.source)).toBe(`---\nname: a\n${expected}---\nBody.\n`);
  expect(outcome.skill.fields.tags).toEqual(tags);
  expect(outcome.kind).toBe(frontmatter === expected ? 'unchanged' : 'edited');
}

test('a field that is nowhere yet goes to the top level', () => {
  check('', ['x', 'z'], 'tags: [x, z]\n');
  check('tags: []\n', ['x'], 'tags: [x]\n');
});

test('a field is changed in the place that counts', () => {
  check('tags: [old]\n', ['x'], 'tags: [x]\n');
  check('tags: [x]\n', ['x'], 'tags: [x]\n');
  check('metadata:\n  tags: [old]\n', ['x'], 'metadata:\n  tags: [x]\n');
  check(
    'tags: [hidden]\nmetadata:\n  hermes:\n    tags: [old]\n',
    ['x'],
    'tags: [hidden]\nmetadata:\n  hermes:\n    tags: [x]\n',
  );
  check(
    'metadata:\n  hermes:\n    tags: [hidden]\n  coppice:\n    tags: [old]\n',
    ['x'],
    'metadata:\n  hermes:\n    tags: [hidden]\n  coppice:\n    tags: [x]\n',
  );
});

test('a field that is to be gone goes from every place', () => {
  check('', [], '');
  check(
    'license: MIT\ntags: [a]\nmetadata:\n  author: me\n  tags: [b]\n',
    [],
    'license: MIT\nmetadata:\n  author: me\n',
  );
  check('tags: [a]\nmetadata:\n  coppice:\n    tags: [b]\n', [], '');
});

test('what cannot be changed without touching more is refused', () => {
  const skill = parseSkill('---\nname: a\ntags: &x [a]\nplatforms: *x\n---\n');
  expect(setExtension(skill, 'tags', ['b'])).toMatchObject({ kind: 'refused' });
  expect(setExtension(skill, 'tags', [])).toMatchObject({ kind: 'refused' });
});

import { expect, test } from 'vitest';
import type { EditRefusal } from '../text/edit/yaml/plan.js';
import { checkBody, checkField } from './edit.js';
import { parseSkill } from './parse.js';
import type { FrontmatterValue } from './skill.js';

const before = parseSkill('---\na: x\nm:\n  b: y\n  c: [1, 2]\n---\nbody');

test.each<[EditRefusal | undefined, string, string, FrontmatterValue | undefined]>([
  [undefined, '---\na: new\nm:\n  b: y\n  c: [1, 2]\n---\nbody', 'a', 'new'],
  [undefined, '---\nm: {c: ["1", 2], b: y}\na: x # now\n---\nbody', 'a', 'x'],
  [undefined, '---\na: x\nm:\n  c: [1, 2]\n---\nbody', 'm/b', undefined],
  ['value-not-kept', '---\na: x\nm:\n  b: y\n  c: [1, 2]\n---\nbody', 'a', 'new'],
  ['value-not-kept', '---\na: x\nm:\n  b: y\n  c: [1, 2]\n---\nbody', 'a', undefined],
  ['value-not-kept', '---\na: x\nm:\n  b: y\n  c: [1]\n---\nbody', 'm/c', ['1', '3']],
  ['other-field-changed', '---\na: new\nm:\n  b: z\n  c: [1, 2]\n---\nbody', 'a', 'new'],
  ['other-field-changed', '---\na: new\nm:\n  b: y\n  c: [1, 2, 3]\n---\nbody', 'a', 'new'],
  ['other-field-changed', '---\na: new\nm:\n  b: y\n---\nbody', 'a', 'new'],
  ['other-field-changed', '---\na: new\nd: z\nm:\n  b: y\n  c: [1, 2]\n---\nbody', 'a', 'new'],
  ['other-field-changed', '---\na:\n  b: new\nm:\n  b: y\n  c: [1, 2]\n---\nbody', 'a/b', 'new'],
  ['body-changed', '---\na: new\nm:\n  b: y\n  c: [1, 2]\n---\nBody', 'a', 'new'],
  ['yaml-broken', '---\na: use: it\nm:\n  b: y\n  c: [1, 2]\n---\nbody', 'a', 'use: it'],
])('an edit is judged %s: %j, %s = %j', (reason, after, path, wanted) => {
  expect(checkField(before, parseSkill(after), path.split('/'), wanted)?.reason).toBe(reason);
});

test.each<[EditRefusal | undefined, string]>([
  [undefined, '---\na: x\nm:\n  b: y\n  c: [1, 2]\n---\nnew'],
  ['body-changed', '---\na: x\nm:\n  b: y\n  c: [1, 2]\n---\nnew\n'],
  ['other-field-changed', '---\na: z\nm:\n  b: y\n  c: [1, 2]\n---\nnew'],
])('a new body is judged %s: %j', (reason, after) => {
  expect(checkBody(before, parseSkill(after), new TextEncoder().encode('new'))?.reason).toBe(reason);
});

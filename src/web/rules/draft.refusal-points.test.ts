import { expect, test } from 'vitest';
import { refusalPoints } from './draft.js';

const finding = {
  rule: 'secret-key',
  severity: 'high',
  file: 'SKILL.md',
  line: 4,
  excerpt: 'AKIA…',
  why: 'a key of a cloud account',
};

test.each([
  ['nothing is reported', {}, []],
  [
    'a finding has its file and line',
    { findings: [finding] },
    [{ location: 'SKILL.md, line 4', why: 'a key of a cloud account', excerpt: 'AKIA…' }],
  ],
  [
    'a finding may be about a whole file, and may give no reason',
    { findings: [{ ...finding, line: null, why: '' }] },
    [{ location: 'SKILL.md', why: 'secret-key', excerpt: 'AKIA…' }],
  ],
  [
    'the sentence names the first value, the points the others',
    {
      issues: [
        { path: 'tags', message: 'are too many' },
        { path: 'slug', message: 'is too long' },
      ],
    },
    [{ location: 'slug', why: 'is too long', excerpt: '' }],
  ],
  ['what has another shape is left out', { findings: 'many', issues: [null, 3], revision: 2 }, []],
])('%s', (_, details, points) => {
  expect(refusalPoints(details)).toEqual(points);
});

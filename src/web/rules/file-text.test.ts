import { expect, test } from 'vitest';
import { splitFrontmatter } from './file-text.js';

function check(text: string, fields: Readonly<Record<string, string>>, body: string) {
  expect(splitFrontmatter(text)).toEqual({
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    body,
  });
}

test('fields stand apart from the text', () => {
  check('---\nname: a\ndescription: "b: c"\n---\n# A\n', { name: 'a', description: 'b: c' }, '# A\n');
  check('\uFEFF---\r\nname: a\r\n---\r\nText', { name: 'a' }, 'Text');
});

test('what stands under a field belongs to it', () => {
  check(
    '---\ndescription: >-\n  one\n  two\nmetadata:\n  deep:\n    er: 1\ntags:\n- a\n- b\n---\n',
    { description: 'one\ntwo', metadata: 'deep:\n  er: 1', tags: '- a\n- b' },
    '',
  );
  check('---\ntags: [a, b]\nempty:\n# a comment\n---\n', { tags: 'a, b', empty: '# a comment' }, '');
  check('---\nno field\nname: a\n---\n', { '': 'no field', name: 'a' }, '');
});

test.each(['no frontmatter at all', '---\nname: never closed\n', '\n---\nname: not at the start\n---\n'])(
  'a text without fields is all text: %j',
  (text) => {
    check(text, {}, text);
  },
);

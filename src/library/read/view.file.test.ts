import { expect, test } from 'vitest';
import { FindWorld, skillText } from '../use/find.world.js';
import { type FileView, viewSkillFile } from './view.js';

const folder = '/home/skills/a';

function worldWith(content: Uint8Array | string = 'text\n'): FindWorld {
  const world = new FindWorld({ [`${folder}/SKILL.md`]: skillText('a', 'Does a.') });
  world.files.makeFolder(`${folder}/references`);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  world.files.create(`${folder}/references/file`, bytes);
  return world;
}

function check(content: Uint8Array | string, expected: Partial<FileView>): void {
  const view = viewSkillFile(worldWith(content).library, 'a', 'references/file');
  expect(view).toEqual({ id: 'home:a', file: 'references/file', ...expected });
}

test.each<[string, Uint8Array | string, Partial<FileView>]>([
  ['text', 'text\n', { content: 'text\n' }],
  ['nothing', '', { content: '' }],
  ['CRLF and a byte order mark', '\uFEFFa\r\nb', { content: '\uFEFFa\r\nb' }],
  ['every kind of character', 'é 😀 \u202E', { content: 'é 😀 \u202E' }],
  ['a NUL', 'a\0b', { binary: true, bytes: 3 }],
  ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x41]), { binary: true, bytes: 3 }],
  ['a long picture', new Uint8Array(9 * 1024 * 1024), { binary: true, bytes: 9 * 1024 * 1024 }],
])('a file of %s is shown as what it is', (_, content, expected) => check(content, expected));

test('a text that is too long to show is refused with its place', () => {
  const { library } = worldWith(new Uint8Array(8 * 1024 * 1024 + 1).fill(0x61));
  expect(() => viewSkillFile(library, 'a', 'references/file')).toThrow(
    expect.objectContaining({ code: 'too-large', hint: `open ${folder}/references/file yourself` }),
  );
});

test('a file that is not there is answered with those that are, the near one first', () => {
  const world = worldWith();
  world.put(`${folder}/FORMS.md`, 'x');
  world.put(`${folder}/references/flie`, 'x');
  expect(() => viewSkillFile(world.library, 'a', 'references/fle')).toThrow(
    expect.objectContaining({
      code: 'not-found',
      message: 'home:a has no file references/fle',
      hint: 'its files are: references/file, references/flie, FORMS.md',
    }),
  );
});

test('a skill without files says so', () => {
  const { library } = new FindWorld({ [`${folder}/SKILL.md`]: skillText('a', 'Does a.') });
  expect(() => viewSkillFile(library, 'a', 'x')).toThrow(
    expect.objectContaining({ code: 'not-found', hint: 'it has no files besides its SKILL.md' }),
  );
});

test('of many files some are named and the rest counted', () => {
  const world = worldWith();
  for (let number = 10; number < 40; number++) world.put(`${folder}/assets/${number}`, 'x');
  expect(() => viewSkillFile(world.library, 'a', 'nothing-near')).toThrow(
    expect.objectContaining({
      hint: expect.stringMatching(/^its files are: references\/file(, assets\/\d\d){19} and 11 more$/),
    }),
  );
});

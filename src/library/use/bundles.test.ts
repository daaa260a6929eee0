import { expect, test } from 'vitest';
import { readBundles } from './bundles.js';
import { FindWorld } from './find.world.js';

test('bundles are read in the order of their files', () => {
  const { files } = new FindWorld({
    '/home/bundles/b.toml': 'name = "review"\nskills = ["one", "home:two"]\ninstruction = "Be kind."',
    '/home/bundles/a.toml': 'skills = ["one"]',
    '/home/bundles/notes.txt': 'no bundle',
  });
  expect(readBundles(files, '/home')).toEqual({
    bundles: [
      {
        name: 'a',
        description: 'Invokes one',
        skills: ['one'],
        instruction: undefined,
        path: '/home/bundles/a.toml',
      },
      {
        name: 'review',
        description: 'Invokes one, home:two',
        skills: ['one', 'home:two'],
        instruction: 'Be kind.',
        path: '/home/bundles/b.toml',
      },
    ],
    diagnostics: [],
  });
});

test('a faulty bundle is reported, and keeps no other from working', () => {
  const { files } = new FindWorld({
    '/home/bundles/faulty.toml': 'skills = [',
    '/home/bundles/good.toml': 'skills = ["one"]',
  });
  const { bundles, diagnostics } = readBundles(files, '/home');
  expect(bundles.map(({ name }) => name)).toEqual(['good']);
  expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ['bundle-unreadable', '/home/bundles/faulty.toml'],
  ]);
});

test('an invalid bundle is reported in a sentence', () => {
  check('name = "x"', 'skills must be a list with at least one name.');
  check('skills = []', 'skills must be a list with at least one name.');
  check('skills = "one"', 'skills must be a list with at least one name.');
  check('skills = ["one", 2]', 'skills must be a list with at least one name.');
  check('name = 3\nskills = ["one"]', 'name must be text.');
  check('name = ""\nskills = ["one"]', 'name must be text.');
  check('instruction = ["x"]\nskills = ["one"]', 'instruction must be text.');
  check('skills = ["one"]\nskill = "two"', 'Unknown key skill.');
  check('name = "x"\nskills = [\n', /^Line 3: /);
});

test('a bundle that cannot be opened is reported', () => {
  const world = new FindWorld({ '/home/bundles/closed.toml': 'skills = ["one"]' });
  world.disk.chmod('/home/bundles/closed.toml', 0);
  expect(readBundles(world.files, '/home').diagnostics[0]?.message).toBe('The file cannot be read.');
});

test('without a folder there are no bundles', () => {
  expect(readBundles(new FindWorld().files, '/home')).toEqual({ bundles: [], diagnostics: [] });
});

function check(toml: string, message: string | RegExp): void {
  const { files } = new FindWorld({ '/home/bundles/x.toml': toml });
  const { bundles, diagnostics } = readBundles(files, '/home');
  expect(bundles, toml).toEqual([]);
  expect(diagnostics[0]?.message, toml).toMatch(message);
}

import { expect, test } from 'vitest';
import { readPlainMap } from './plain-yaml.js';

test('lines of a key and plain text are read', () => {
  expect(
    readPlainMap('name: saw\ndescription: Cuts wood (pine, oak) - quickly; see a:b, x#y and "z".\n'),
  ).toEqual({
    name: 'saw',
    description: 'Cuts wood (pine, oak) - quickly; see a:b, x#y and "z".',
  });
  expect(readPlainMap('name: saw')).toEqual({ name: 'saw' });
  expect(readPlainMap('beschreibung: S\u00e4gt Holz, \u5207\u6728\n')).toEqual({
    beschreibung: 'S\u00e4gt Holz, \u5207\u6728',
  });
});

test.each([
  '',
  '\n',
  'name: saw\n\nlicense: MIT\n',
  '# comment\nname: saw\n',
  'name: saw # comment\n',
  'name: saw: axe\n',
  'name: saw:\n',
  'name: saw \n',
  'name:  saw\n',
  'name:\n',
  'name:\tsaw\n',
  'name: saw\r\n',
  'name: saw\n  blade\n',
  'name: saw\nname: axe\n',
  'name: "saw"\n',
  "name: 'saw'\n",
  'name: [saw]\n',
  'name: {a: b}\n',
  'name: |\n  saw\n',
  'name: >-\n  saw\n',
  'name: &a saw\n',
  'name: *a\n',
  'name: !!str saw\n',
  'name: - saw\n',
  'name: 1.0\n',
  '- name: saw\n',
  '? name: saw\n',
  '__proto__: saw\n',
  '"name": saw\n',
  '<<: saw\n',
  'name : saw\n',
  'saw\n',
  '---\nname: saw\n',
  'name: saw\n...\n',
  'name: saw\u0000\n',
  'name: saw\u0085\n',
  'name: saw\u2028\n',
  'name: saw\ud800\n',
  '\ufeffname: saw\n',
])('%j is left to the YAML reader', (text) => {
  expect(readPlainMap(text)).toBeUndefined();
});

import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

const good = '---\nname: good\ndescription: Does good. Use when good is needed.\n---\n\n# Good\n';
const broken = '---\nname: broken\ndescription: Use when: a colon is unquoted\n---\nbody\n';

test('a valid skill passes in every mode', () => {
  const home = emptyHome();
  home.put('good/SKILL.md', good);
  for (const mode of ['lenient', 'portable', 'strict']) {
    expect(home.coppice(['validate', 'good', '--mode', mode])).toEqual({
      code: 0,
      stdout: `ok  ${home.path}/good/SKILL.md\n1 checked, 0 with errors\n`,
      stderr: '',
    });
  }
});

test('an unquoted colon is forgiven, then an error, then the reference validator’s message', () => {
  const home = emptyHome();
  home.put('broken/SKILL.md', broken);
  const reported = (mode: string) => {
    const { code, stdout } = home.coppice(['validate', 'broken', '--mode', mode, '--json']);
    const [result] = JSON.parse(stdout).results;
    return [
      code,
      result.name,
      ...result.diagnostics.map((found: { code: string; line: number }) => `${found.code} ${found.line}`),
    ];
  };
  expect(reported('lenient')).toEqual([0, 'broken', 'yaml-repaired 3']);
  expect(reported('portable')).toEqual([1, 'broken', 'yaml-repaired 3']);
  expect(reported('strict')).toEqual([1, 'broken', 'specification 3']);
});

test('the text names line, code and fix', () => {
  const home = emptyHome();
  home.put('broken/SKILL.md', broken);
  const { code, stdout } = home.coppice(['validate', 'broken']);
  expect(code).toBe(1);
  expect(stdout).toBe(
    [
      `fails  ${home.path}/broken/SKILL.md`,
      '    error: line 3: "description" is not valid YAML; it was read after its faulty lines were repaired. (yaml-repaired)',
      '      fix: put the value in quotes',
      '1 checked, 1 with errors',
      '',
    ].join('\n'),
  );
});

test('a folder of skills is searched, and one bad skill hides no other', () => {
  const home = emptyHome();
  home.put('skills/category/good/SKILL.md', good);
  home.put('skills/broken/SKILL.md', broken);
  home.put('skills/node_modules/hidden/SKILL.md', broken);
  const { code, stdout } = home.coppice(['validate', 'skills', 'nowhere', '--json']);
  const { ok, checked, results } = JSON.parse(stdout);
  expect([code, ok, checked]).toEqual([1, false, 3]);
  expect(
    results.map((result: { path: string; ok: boolean }) => [
      result.path.slice(home.path.length + 1),
      result.ok,
    ]),
  ).toEqual([
    ['skills/broken/SKILL.md', false],
    ['skills/category/good/SKILL.md', true],
    ['nowhere', false],
  ]);
  expect(results[2].diagnostics).toEqual([
    { code: 'unreadable', severity: 'error', line: 0, message: 'Path does not exist: nowhere' },
  ]);
});

test('standard input is a skill without a folder', () => {
  const { code, stdout } = emptyHome().coppice(['validate', '-', '--mode', 'strict', '--json'], {
    input: good,
  });
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      ok: true,
      mode: 'strict',
      checked: 1,
      results: [{ path: '-', ok: true, name: 'good', diagnostics: [] }],
    },
  ]);
});

test('an empty folder lacks a SKILL.md, in the words of the reference validator', () => {
  const home = emptyHome();
  expect(home.coppice(['validate', '--mode', 'strict'])).toEqual({
    code: 1,
    stdout: `fails  ${home.path}\n    error: Missing required file: SKILL.md (unreadable)\n1 checked, 1 with errors\n`,
    stderr: '',
  });
});

test('a loop of links and a broken link end in an answer', () => {
  const home = emptyHome();
  home.put('skills/good/SKILL.md', good);
  symlinkSync(join(home.path, 'skills'), join(home.path, 'skills/loop'));
  symlinkSync('nothing', join(home.path, 'gone'));
  expect(home.coppice(['validate', 'skills', 'gone', '--json']).code).toBe(1);
});

test.skipIf(process.getuid?.() === 0)(
  'a file that may not be read is named, and the others are checked',
  () => {
    const home = emptyHome();
    home.put('secret/SKILL.md', good);
    home.put('good/SKILL.md', good);
    chmodSync(join(home.path, 'secret/SKILL.md'), 0);
    const { code, stdout } = home.coppice(['validate', 'secret', 'good', '--json']);
    expect([code, JSON.parse(stdout).checked]).toEqual([1, 2]);
  },
);

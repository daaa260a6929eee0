import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

test('the skills that fit are lines with tabs in a pipe, with a hint on stderr', () => {
  const home = withSkills();
  expect(home.coppice(['search', 'gif', 'search'])).toEqual({
    code: 0,
    stdout: 'home:gif-search\t1.00\tactive\tFinds moving pictures\n',
    stderr: 'hint: coppice view NAME opens a skill\n',
  });
});

test('the document has the results and how they were found', () => {
  const { code, stdout, stderr } = withSkills().coppice(['search', 'moving', 'pictures', '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({
    results: [
      {
        id: 'home:gif-search',
        name: 'gif-search',
        description: 'Finds moving pictures',
        score: expect.closeTo(0.6, 0),
        state: 'active',
        trusted: true,
      },
    ],
    mode: 'lexical',
    hint: 'view NAME opens a skill',
  });
});

test('an archived skill is named when nothing else fits, and shown on request', () => {
  const home = withSkills();
  expect(home.coppice(['search', 'kubernetes'])).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'No skill that is offered fits well, but an archived one does: old-deploy.\n' +
      'hint: coppice restore home:old-deploy brings it back\n',
  });
  const { stdout } = home.coppice(['search', 'kubernetes', '--archived']);
  expect(stdout).toMatch(/^home:old-deploy\t0\.\d\d\tarchived\tDeploys to kubernetes\n$/);
});

test('the answer is the same without the cache, and after a change', () => {
  const home = withSkills();
  const cache = join(home.path, '.coppice/cache/search.bin');
  const first = home.coppice(['search', 'pictures', '--json']);
  expect(existsSync(cache)).toBe(true);
  expect(home.coppice(['search', 'pictures', '--json'])).toEqual(first);
  rmSync(cache);
  expect(home.coppice(['search', 'pictures', '--json'])).toEqual(first);
  home.put(
    '.coppice/skills/gif-search/SKILL.md',
    '---\nname: gif-search\ndescription: Finds moving giraffes\n---\n',
  );
  expect(home.coppice(['search', 'giraffes']).stdout).toContain('Finds moving giraffes');
  expect(home.coppice(['search', 'pictures']).stdout).toBe('');
});

test('a limit that is no number is refused', () => {
  expect(withSkills().coppice(['search', 'gif', '--limit', 'few'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: --limit cannot be few (bad-value)\nhint: give a whole number from 1\n',
  });
});

test('without words it is a usage error', () => {
  expect(withSkills().coppice(['search']).code).toBe(2);
});

function withSkills(): Home {
  const home = emptyHome();
  home.put(
    '.coppice/skills/gif-search/SKILL.md',
    '---\nname: gif-search\ndescription: Finds moving pictures\n---\n',
  );
  home.put(
    '.coppice/skills/.archive/old-deploy/SKILL.md',
    '---\nname: old-deploy\ndescription: Deploys to kubernetes\n---\n',
  );
  return home;
}

import { existsSync, readdirSync, rmSync } from 'node:fs';
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
        verdict: null,
      },
    ],
    mode: 'keyword',
    hint: 'view NAME opens a skill',
  });
});

test('an archived skill is named when nothing else fits, and shown on request', () => {
  const home = withSkills();
  expect(home.coppice(['search', 'kubernetes'])).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'No available skill matches well, but an archived one does: old-deploy.\n' +
      'hint: coppice restore home:old-deploy brings it back\n',
  });
  const { stdout } = home.coppice(['search', 'kubernetes', '--archived']);
  expect(stdout).toMatch(/^home:old-deploy\t0\.\d\d\tarchived\tDeploys to kubernetes\n$/);
});

test('--keywords find what the question does not, and the answer to a question alone says so', () => {
  const home = withSkills();
  expect(home.coppice(['search', 'animate my cat'])).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'No skill matches.\n' +
      "hint: coppice search QUESTION --keywords A,B,C with 3 to 8 words of the right skill's text finds more\n",
  });
  const { stdout } = home.coppice(['search', 'animate my cat', '--keywords', 'gif, pictures,,']);
  expect(stdout).toMatch(/^home:gif-search\t0\.\d\d\tactive\tFinds moving pictures\n$/);
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

test('with --semantic a skill is found by its meaning, offline, and the same from what is remembered', () => {
  const home = withSkills();
  home.put(
    '.coppice/skills/recipe-scaling/SKILL.md',
    '---\nname: recipe-scaling\ndescription: Cook for another number of guests\n---\n',
  );
  const query = ['dinner', 'eight', 'people'];
  expect(JSON.parse(home.coppice(['search', ...query, '--json']).stdout).results).toEqual([]);
  const words = ['search', '--semantic', ...query, '--json'];
  const first = home.coppice(words);
  expect([first.code, first.stderr]).toEqual([0, '']);
  const { results, mode, model } = JSON.parse(first.stdout);
  expect([results[0].id, mode, model]).toEqual(['home:recipe-scaling', 'hybrid', 'offline']);
  expect(readdirSync(join(home.path, '.coppice/cache')).some((name) => name.startsWith('vectors-'))).toBe(
    true,
  );
  expect(home.coppice(words)).toEqual(first);
});

test('a model that is not there is an error with what to do, not a search by words', () => {
  const home = withSkills();
  home.put('.coppice/config.toml', '[search]\nmodel = "off"\n');
  const { code, stdout, stderr } = home.coppice(['search', '--semantic', 'gif']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: .+ \(model-missing\)\nhint: .+\n$/);
  expect(home.coppice(['search', 'gif']).code).toBe(0);
});

test('--rerank asks for the reranker as well', () => {
  const { code, stdout, stderr } = withSkills().coppice(['search', '--rerank', 'gif']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: .+ \((?:package|model)-missing\)\nhint: .+\n$/);
});

test('a limit that is no number is refused', () => {
  expect(withSkills().coppice(['search', 'gif', '--limit', 'few'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: --limit cannot be few (bad-value)\nhint: give a whole number of at least 1\n',
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

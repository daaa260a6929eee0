import { expect, test } from 'vitest';
import { type FindRequest, findSkills } from './find.js';
import { FindWorld, skillText } from './find.world.js';

const texts = {
  '/home/skills/gif-search/SKILL.md': skillText('gif-search', 'Finds moving pictures'),
  '/home/skills/documents/pdf-forms/SKILL.md': skillText(
    'pdf-forms',
    'Fills in forms',
    '# Steps\n\nUse the zebra.\n',
  ),
  '/home/skills/.archive/old-deploy/SKILL.md': skillText('old-deploy', 'Deploys to the kubernetes cluster'),
  '/project/.agents/skills/review/SKILL.md': skillText('review', 'Reviews pull requests'),
  '/project/.agents/skills/.archive/secret/SKILL.md': skillText('secret', 'Hides behind a curtain'),
};

test('skills are found by their names, descriptions and bodies', () => {
  check('gif', ['home:gif-search active']);
  check('forms', ['home:pdf-forms active']);
  check('zebra', ['home:pdf-forms active']);
  check('pdf-frms', ['home:pdf-forms active']);
});

test('keywords find what the question does not', () => {
  check('animate my cat', []);
  check('animate my cat', ['home:gif-search active'], { keywords: ['gif', 'moving pictures'] });
});

test('archived skills are found when they are asked for, marked as such', () => {
  check('kubernetes', []);
  check('kubernetes', ['home:old-deploy archived'], { archived: true });
});

test('a skill that is in its root is not archived, whatever was noted of it', () => {
  const { library } = new FindWorld(texts);
  library.usage.put('home:gif-search', { state: 'archived' });
  expect(findSkills(library, { text: 'gif' }).results).toMatchObject([{ state: 'active' }]);
});

test('when nothing fits and an archived skill does, the result says how to restore it', () => {
  expect(findSkills(new FindWorld(texts).library, { text: 'kubernetes cluster' })).toEqual({
    results: [],
    mode: 'keyword',
    message: 'No available skill matches well, but an archived one does: old-deploy.',
    hint: 'restore home:old-deploy brings it back',
  });
});

test('when nothing fits at all, that is said', () => {
  const { library } = new FindWorld(texts);
  expect(findSkills(library, { text: 'xylophone' })).toEqual({
    results: [],
    mode: 'keyword',
    message: 'No skill matches.',
    hint: "search QUESTION --keywords A,B,C with 3 to 8 words of the right skill's text finds more",
  });
  expect(findSkills(library, { text: 'xylophone', keywords: ['marimba'] })).toMatchObject({
    message: 'No skill matches.',
    hint: 'list shows the skills there are',
  });
  const { results, message } = findSkills(library, {
    text: 'moving the quarterly budget spreadsheet of accounting',
  });
  expect(results.map(({ id }) => id)).toContain('home:gif-search');
  expect(message).toBe('No skill matches well.');
});

test('an uncertain answer to a question alone says to add keywords, and one with keywords does not', () => {
  const { library } = new FindWorld(texts);
  const text = 'quarterly accounts budget moving pictures';
  const bare = findSkills(library, { text });
  expect(bare).toMatchObject({
    results: [{ name: 'gif-search' }],
    hint: expect.stringMatching(/^search .*--keywords/),
  });
  expect(bare).not.toHaveProperty('message');
  expect(bare.results[0]?.score).toBeLessThan(0.5);
  expect(findSkills(library, { text, keywords: ['moving', 'pictures'] }).hint).toBe(
    'view NAME opens a skill',
  );
  expect(findSkills(library, { text: 'moving pictures' }).hint).toBe('view NAME opens a skill');
});

test('a project that is not trusted is marked, and what it archived is not reported', () => {
  const { library } = new FindWorld(texts);
  expect(findSkills(library, { text: 'review' }).results.map(({ id, trusted }) => [id, trusted])).toEqual([
    ['agents@0a1b2c3d:review', false],
  ]);
  check('curtain', [], { archived: true });
});

test('skills that are not offered are not found, archived or not', () => {
  const surroundings = {
    platform: 'linux',
    disabled: ['pdf-forms', 'home:old-deploy'],
    platformDisabled: {},
  };
  const { library } = new FindWorld(texts, { surroundings });
  for (const text of ['zebra', 'kubernetes']) {
    expect(findSkills(library, { text, archived: true }).results, text).toEqual([]);
  }
});

test('at most as many as asked for are given, best first', () => {
  const all = Array.from({ length: 12 }, (_, number) => {
    return [`/home/skills/s${number}/SKILL.md`, skillText(`s${number}`, 'Draws maps', 'map '.repeat(number))];
  });
  const { library } = new FindWorld(Object.fromEntries(all));
  const { results } = findSkills(library, { text: 'maps' });
  expect(results).toHaveLength(10);
  expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
  expect(findSkills(library, { text: 'maps', limit: 3 }).results).toEqual(results.slice(0, 3));
});

test('the state is that of the usage record', () => {
  const { library } = new FindWorld(texts);
  library.usage.put('home:gif-search', { state: 'stale' });
  expect(findSkills(library, { text: 'gif' }).results[0]).toEqual({
    id: 'home:gif-search',
    name: 'gif-search',
    description: 'Finds moving pictures',
    score: expect.closeTo(0.8, 0),
    state: 'stale',
    trusted: true,
    verdict: null,
  });
});

function check(text: string, expected: readonly string[], request: Omit<FindRequest, 'text'> = {}): void {
  const { results } = findSkills(new FindWorld(texts).library, { text, ...request });
  expect(
    results.map(({ id, state }) => `${id} ${state}`),
    text,
  ).toEqual(expected);
}

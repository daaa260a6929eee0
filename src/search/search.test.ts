import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { goodConfidence, sureConfidence } from './confidence.js';
import type { SearchDocument } from './document.js';
import { exampleSkills } from './example-skills.fixture.js';
import { search } from './search.js';
import { wordScores } from './word-scores.js';

const index = buildIndex(exampleSkills);
const nameOf = (id: string | undefined) => id?.replace('home:', '');

/** The best hits in this order; further hits do not matter. */
function check(rows: readonly (readonly [query: string, ...best: string[]])[]): void {
  for (const [query, ...expected] of rows) {
    const hits = search(index, query, { limit: expected.length });
    expect([query, ...hits.map(({ id }) => nameOf(id))]).toEqual([query, ...expected]);
  }
}

test('a word is found in every field, and counts most in the name', () => {
  check([
    ['weather', 'weather', 'travel-plan'],
    ['kubernetes', 'kubernetes-debug', 'helm-charts'],
    ['git', 'git-bisect', 'commit-messages', 'github-release'],
    ['k8s', 'helm-charts', 'kubernetes-debug'],
    ['giphy', 'gif-search'],
    ['openpyxl', 'spreadsheet-report'],
  ]);
});

test('a question in plain words finds the skill that matches most of them', () => {
  check([
    ['how do I find the commit that broke the build', 'git-bisect'],
    ['slow database queries', 'postgres-tuning', 'sqlite-backup'],
    ['merge two PDF files', 'pdf-merge', 'pdf-forms'],
    ['please summarise this excel workbook', 'spreadsheet-report'],
    ['train journey', 'travel-plan'],
  ]);
});

test('a skill that matches every word comes before one that matches some of them better', () => {
  const named = { ...blank, id: 'named', name: 'alpha' };
  const whole = { ...blank, id: 'whole', body: `alpha beta alpha beta ${'filler '.repeat(200)}` };
  expect(search(buildIndex([named, whole]), 'alpha beta').map(({ id }) => id)).toEqual(['whole', 'named']);
});

test('a skill whose name is the whole query comes first, however it is written', () => {
  const queries = ['gif-search', 'gif_search', 'gifSearch', 'GIF search', 'gifsearch', '/gif-search'];
  check([...queries.map((query) => [query, 'gif-search'] as const), ['test unit', 'unit-tests']]);
  for (const query of queries) expect(search(index, query)[0]?.score).toBe(1);
  expect(search(index, 'search gif')[0]?.score).toBeLessThan(1);
});

test('a compound is found by its parts and in one piece', () => {
  check([
    ['video to gif', 'videoToGif'],
    ['videotogif', 'videoToGif'],
    ['cut video', 'video_cut', 'videoToGif'],
    ['videocut', 'video_cut'],
    ['nextjs', 'next.js-pages'],
    ['next js', 'next.js-pages'],
    ['react testing', 'reactTesting'],
    ['meetingnots', 'Meeting Notes'],
  ]);
});

test('endings hardly matter, but the same ending is better', () => {
  check([
    ['testing', 'load-testing', 'reactTesting', 'unit-tests'],
    ['merging', 'pdf-merge', 'github-release'],
    ['recipes', 'recipe-scaling'],
    ['queries', 'postgres-tuning', 'reactTesting'],
  ]);
});

test('typing errors are forgiven: one in four letters, two in eight', () => {
  check([
    ['kuberntes', 'kubernetes-debug', 'helm-charts'],
    ['kubrenets', 'kubernetes-debug', 'helm-charts'],
    ['spreadshete', 'spreadsheet-report'],
    ['wether', 'weather', 'travel-plan'],
    ['fideo', 'video_cut', 'videoToGif'],
    ['comit', 'commit-messages', 'git-bisect'],
    ['gihtub relase', 'github-release'],
  ]);
  expect(search(index, 'gfi')).toEqual([]);
  expect(search(index, 'whetherr')).toEqual([]);
});

test('a typing error costs a fifth of the match; a second one, or one in the first letter, costs another', () => {
  const best = (question: string) => Math.max(...wordScores(index, { question }).scores);
  const right = best('kubernetes');
  expect(best('kuberntes')).toBeCloseTo(right * 0.8);
  expect(best('kubrenets')).toBeCloseTo(right * 0.6);
  expect(best('xubernetes')).toBeCloseTo(right * 0.8 * 0.8);
});

test('a word counts as a typing error only if that is likely', () => {
  const named = (...names: string[]) => buildIndex(names.map((name) => ({ ...blank, id: name, name })));
  const found = (names: readonly string[], query: string) =>
    search(named(...names), query).map(({ id }) => id);
  // Skills contain the word, or a word that starts with it.
  expect(found(['form-a', 'farm-b'], 'form it')).toEqual(['form-a']);
  expect(found(['station-page', 'star-map'], 'stat')).toEqual(['station-page']);
  expect(found(['station-page', 'star-map'], 'stat it')).toEqual(['star-map', 'station-page']);
  // Stop words and numbers are never typing errors.
  expect(found(['write-theses'], 'these')).toEqual([]);
  expect(found(['year-2024'], '2025')).toEqual([]);
});

test('an incomplete word is completed', () => {
  check([
    ['sprea', 'spreadsheet-report'],
    ['dock', 'docker-compose'],
    ['kube', 'kubernetes-debug', 'helm-charts'],
    ['un', 'unit-tests'],
  ]);
});

test('accents, case, width and other scripts are no obstacle', () => {
  check([
    ['cafe', 'café-menu'],
    ['CAFÉ MENU', 'café-menu'],
    ['creme brulee', 'café-menu'],
    ['ubersetzung', 'übersetzung'],
    ['strasse', 'übersetzung'],
    ['ｇｉｆ', 'gif-search', 'videoToGif'],
    ['搜索', '技能搜索'],
    ['技能', '技能搜索'],
    ['索', '技能搜索'],
    ['整理', 'メモ整理'],
    ['会議', 'Meeting Notes', 'メモ整理'],
  ]);
});

test('a query that nothing matches has no good hit', () => {
  const best = (query: string) => search(index, query)[0]?.score ?? 0;
  for (const query of ['', ' \n', '!?', '\0\x1b[31m', 'zzzz', 'the', 'what is it for', 'quantum physics']) {
    expect([query, best(query) < goodConfidence({ question: query })]).toEqual([query, true]);
  }
  expect(best('quantum physics test')).toBeLessThan(sureConfidence);
  const good = ['gif', 'pdf', 'wether', 'dock', 'ff mpeg', 'rip-grep-all', 'the git bisect skill please'];
  for (const query of good) {
    expect([query, best(query) >= goodConfidence({ question: query })]).toEqual([query, true]);
  }
});

test('a hit has the matching terms and their fields', () => {
  expect(search(index, 'kuberntes pods', { limit: 1 })[0]?.matched).toEqual([
    { term: 'kubernetes', field: 'name' },
    { term: 'kubernetes', field: 'description' },
    { term: 'kubernetes', field: 'body' },
    { term: 'pod', field: 'description' },
  ]);
  expect(search(index, 'ff mpeg', { limit: 1 })[0]?.matched).toEqual([
    { term: 'ffmpeg', field: 'tags' },
    { term: 'ffmpeg', field: 'body' },
  ]);
  expect(search(index, 'xmeetingnotes', { limit: 1 })[0]?.matched[0]).toEqual({
    term: 'meetingnotes',
    field: 'name',
  });
});

test('the filter applies before the limit', () => {
  const filter = (id: string) => id !== 'home:gif-search';
  expect(search(index, 'gif', { limit: 1, filter }).map(({ id }) => nameOf(id))).toEqual(['videoToGif']);
  expect(search(index, 'gif', { filter: () => false })).toEqual([]);
  expect(search(index, 'gif', { limit: 0 })).toEqual([]);
});

test('skills with the same name are found together, in the order of their ids', () => {
  const twin = (id: string): SearchDocument => ({ ...blank, id, name: 'twin' });
  const twins = buildIndex([twin('home:twin'), twin('claude:twin'), twin('agents:twin')]);
  expect(search(twins, 'twin').map(({ id, score }) => [id, score])).toEqual([
    ['agents:twin', 1],
    ['claude:twin', 1],
    ['home:twin', 1],
  ]);
});

test('only the start of a long query counts', () => {
  const filler = Array.from({ length: 100_000 }, (_, number) => `filler${number}`).join(' ');
  const [first] = search(index, `weather ${filler}`);
  expect(first?.id).toBe('home:weather');
  expect(search(index, `${filler} weather`)).toEqual([]);
  expect(search(index, `${filler.slice(0, 1_000)} weather`)).toEqual([]);
  expect(search(index, `${' '.repeat(10_000)} weather`)).toEqual([]);
  expect(search(index, 'x'.repeat(1_000_000))).toEqual([]);
});

test('only the start of each field of a long document counts', () => {
  const long = (first: string, last: string) => `${first} ${'word '.repeat(200_000)} ${last}`;
  const huge = buildIndex([
    {
      id: 'huge',
      name: long('alpha', 'one'),
      description: long('beta', 'two'),
      tags: [long('gamma', 'three')],
      headings: [long('delta', 'four')],
      body: long('epsilon', 'five'),
    },
  ]);
  for (const word of ['alpha', 'beta', 'gamma', 'delta', 'epsilon'])
    expect(search(huge, word)).toHaveLength(1);
  for (const word of ['one', 'two', 'three', 'four', 'five']) expect(search(huge, `${word}!`)).toEqual([]);
});

test('in a large library a typing error in one skill does not hide the others, and hits are limited', () => {
  const many = Array.from({ length: 1_001 }, (_, number) => ({ ...blank, id: `${number}`, body: 'common' }));
  const wrong = { ...blank, id: 'wrong', body: 'kuberntes' };
  const right = { ...blank, id: 'right', name: 'kubernetes' };
  const large = buildIndex([...many, wrong, right]);
  expect(search(large, 'kuberntes').map(({ id }) => id)).toEqual(['right', 'wrong']);
  expect(search(large, 'common', { limit: 5_000 })).toHaveLength(1_000);
});

test('an empty library has no hits', () => {
  expect(search(buildIndex([]), 'anything at all')).toEqual([]);
});

const blank: SearchDocument = { id: '', name: '', description: '', tags: [], headings: [], body: '' };

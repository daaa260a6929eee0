import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import { clustersOf, type OverlapPair, type OverlapSkill, overlapsAmong, pairsToName } from './overlap.js';

interface LabelledPair {
  readonly id: string;
  readonly kind: 'fork' | 'purpose' | 'topic' | 'near' | 'unrelated';
  readonly a: string;
  readonly b: string;
}

/** `pairs` were written before the rule, the blind ones by people who did not know it. */
function labelledPairs(...sets: readonly string[]): readonly LabelledPair[] {
  return sets.flatMap((set) =>
    readFileSync(`test/fixtures/overlap/${set}.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line): LabelledPair => JSON.parse(line)),
  );
}

function documentOf(id: string, text: string): OverlapSkill {
  const skill = parseSkill(new TextEncoder().encode(text));
  const { name, description } = skill.fields;
  return { id, name, description, body: bodyOf(skill) };
}

test.each([
  [['pairs', 'blind-pairs'], { pairs: 40, forks: 10, sure: 5, maybe: 10 }],
  [['second-blind-pairs'], { pairs: 40, forks: 6, sure: 2, maybe: 10 }],
  [['fourth-blind-pairs'], { pairs: 30, forks: 0, sure: 2, maybe: 8 }],
])('%j: forks are found, many of the same purpose too, and no pair of other tasks', (sets, expected) => {
  const pairs = labelledPairs(...sets).map(({ kind, a, b }) => {
    const { sure, maybe } = overlapsAmong([documentOf('a', a), documentOf('b', b)]);
    return { kind, isSure: sure.length > 0, isFound: sure.length + maybe.length > 0 };
  });
  const of = (kind: LabelledPair['kind']) => pairs.filter((pair) => pair.kind === kind);
  expect(pairs).toHaveLength(expected.pairs);
  expect(of('fork').filter(({ isSure }) => isSure)).toHaveLength(expected.forks);
  expect([...of('topic'), ...of('near'), ...of('unrelated')].filter(({ isFound }) => isFound)).toEqual([]);
  expect(of('purpose').filter(({ isSure }) => isSure).length).toBeGreaterThanOrEqual(expected.sure);
  expect(of('purpose').filter(({ isFound }) => isFound).length).toBeGreaterThanOrEqual(expected.maybe);
});

test('all of them together: no skill is named beside one of another task', () => {
  const pairs = labelledPairs('pairs', 'blind-pairs', 'second-blind-pairs');
  const documents = pairs.flatMap(({ id, a, b }) => [documentOf(`${id} a`, a), documentOf(`${id} b`, b)]);
  const topics = new Map(pairs.map(({ id, kind }) => [id, kind]));
  const wrong = overlapsAmong(documents).sure.filter(({ a, b }) => {
    const [one, other] = [a.slice(0, -2), b.slice(0, -2)];
    return one === other && ['topic', 'unrelated'].includes(topics.get(one) ?? '');
  });
  expect(wrong).toEqual([]);
});

const surePairs = (...skills: readonly OverlapSkill[]) => overlapsAmong(skills).sure;

const skill = (id: string, description: string, body: string): OverlapSkill => ({
  id,
  name: id,
  description,
  body,
});
const steps = (count: number, word = 'step') =>
  Array.from({ length: count }, (_, at) => `${at + 1}. The ${word} number ${at} of the work.`).join('\n');

test('a text in other layout is the same text, and a part of a longer one is contained', () => {
  const [equal] = surePairs(skill('a', 'One.', steps(20)), skill('b', 'Two.', steps(20).toUpperCase()));
  expect(equal).toMatchObject({ scores: { equal: 1, contained: 1 }, because: ['equal', 'contained'] });
  const [contained] = surePairs(
    skill('a', 'One.', steps(30)),
    skill('b', 'Two.', `${steps(30)}\n${steps(40, 'other')}`),
  );
  expect(contained?.scores).toEqual({ contained: 1 });
});

test('hundreds of copies of one text are still found, each beside others', () => {
  const copies = Array.from({ length: 200 }, (_, at) =>
    skill(`s${at}`, `Number ${at}.`, `${steps(20)}\n${at}`),
  );
  const found = new Set(surePairs(...copies).flatMap(({ a, b }) => [a, b]));
  expect(found.size).toBe(200);
});

test('a clause about what a skill is not for does not make it like the one it names', () => {
  const forms = skill('forms', 'Fill in PDF forms with values of the user.', '');
  const sign = (more: string) => skill('sign', `Signs.${more}`, '');
  const clause = ' Not for filling in PDF forms with values of the user (use forms).';
  expect(surePairs(forms, sign(clause))).toEqual([]);
  expect(surePairs(forms, sign(clause.replace('Not for', 'Also for')))).not.toEqual([]);
});

test('a likely pair is named to somebody who adds a skill, and not listed as sure', () => {
  const pair = [
    skill('changelog', 'Drafts a changelog for the new release from the git commits.', ''),
    skill('release-notes', 'Write release notes from the commits since the last tag.', ''),
  ];
  expect(surePairs(...pair)).toEqual([]);
  expect(pairsToName(pair)).toMatchObject([{ a: 'changelog', b: 'release-notes' }]);
});

test('the same triggers compete even where the descriptions differ otherwise', () => {
  const when = 'Use when the user mentions quarterly revenue figures.';
  const [pair] = surePairs(
    skill('a', `Plots charts. ${when}`, ''),
    skill('b', `Writes letters to investors. ${when}`, ''),
  );
  expect(pair?.because).toContain('triggers');
});

test('scores from outside count for known skills only', () => {
  const skills = [skill('a', 'Bakes bread.', ''), skill('b', 'Sends mail.', '')];
  const others = new Map([
    ['a\nb', { evidence: 0.75 }],
    ['a\ngone', { evidence: 1 }],
  ]);
  expect(overlapsAmong(skills, others).sure).toEqual([
    { a: 'a', b: 'b', scores: { evidence: 0.75 }, because: ['evidence'] },
  ]);
});

test('in a cluster every skill overlaps with every other, and no pair is left out', () => {
  const pair = (a: string, b: string, contained: number): OverlapPair => ({
    a,
    b,
    scores: { contained },
    because: ['contained'],
  });
  const clusters = clustersOf([
    pair('a', 'b', 0.9),
    pair('b', 'c', 0.8),
    pair('a', 'c', 0.7),
    pair('c', 'd', 0.6),
  ]);
  expect(clusters.map(({ ids }) => ids)).toEqual([
    ['a', 'b', 'c'],
    ['c', 'd'],
  ]);
});

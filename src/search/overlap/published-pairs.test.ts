import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import { surePurpose } from './agreement.js';
import type { OverlapSkill } from './overlap.js';
import { pairKey } from './overlap.js';
import { purposePairs } from './purpose-pairs.js';

const corpus = new URL('../../../../shared/corpus/skills.jsonl.gz', import.meta.url);
const isThere = existsSync(corpus);

interface LabelledPair {
  readonly set: 'tuning' | 'first-test' | 'second-test';
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

const labelled = readFileSync('test/fixtures/overlap/published-pairs.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): LabelledPair => JSON.parse(line));

function publishedSkills(): readonly OverlapSkill[] {
  const lines = gunzipSync(readFileSync(corpus)).toString().trim().split('\n');
  const skills = lines.flatMap((line): readonly OverlapSkill[] => {
    const { source, path, text } = JSON.parse(line) as Record<'source' | 'path' | 'text', string | undefined>;
    if (text === undefined) return [];
    const skill = parseSkill(new TextEncoder().encode(text), { folder: path?.split('/').at(-2) ?? '' });
    const { name, description } = skill.fields;
    return [{ id: `${source}/${path}`, name, description, body: bodyOf(skill) }];
  });
  return [
    ...new Map(skills.map((skill) => [`${skill.name}\n${skill.description}\n${skill.body}`, skill])).values(),
  ];
}

test.skipIf(!isThere)(
  `of published pairs that are called the same purpose, four of five are${isThere ? '' : ' (skipped: ../shared/corpus is not here)'}`,
  () => {
    const skills = publishedSkills();
    const called = new Set(
      purposePairs(skills)
        .filter(({ scores }) => scores.purpose >= surePurpose)
        .map(({ a, b }) => pairKey(skills[a]?.id ?? '', skills[b]?.id ?? '')),
    );
    const known = labelled.filter(({ a, b }) => called.has(pairKey(a, b)));
    const right = known.filter(({ same }) => same);
    expect(known.length).toBeGreaterThan(60);
    expect(right.length / known.length).toBeGreaterThanOrEqual(0.8);
  },
);

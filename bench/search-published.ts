/*
 * The questions of test/fixtures/search/published-questions.jsonl about skills that people have published, in two halves,
 * and those of later-questions.jsonl, written when the search was built. The texts of the skills belong to their authors
 * and are not part of the project: the file with them is read where it is.
 */

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { sha256Hex } from '../src/text/hash.js';
import type { SearchSet } from './search-file.js';

const published = '../shared/corpus/skills.jsonl.gz';
const questions = 'test/fixtures/search/published-questions.jsonl';
const laterQuestions = 'test/fixtures/search/later-questions.jsonl';

const skillLine = z.object({
  source: z.string(),
  path: z.string(),
  text: z.string().optional(),
});

const questionLine = z.object({
  kind: z.string(),
  question: z.string(),
  keywords: z.array(z.string()),
  relevant: z.array(z.string()),
});

export const questionSets = ['tuning half', 'test half', 'later questions'] as const;

/** Undefined where the skills are not on this machine. */
export function publishedSet(name: (typeof questionSets)[number]): SearchSet | undefined {
  if (!existsSync(published)) return undefined;
  const skills = linesOf(gunzipSync(readFileSync(published)).toString()).flatMap((line) => {
    const { source, path, text } = skillLine.parse(JSON.parse(line));
    return text === undefined ? [] : [{ id: `${source}/${path}`, text }];
  });
  const isLater = name === 'later questions';
  const lines = linesOf(readFileSync(isLater ? laterQuestions : questions, 'utf8'));
  const asked = lines.map((line) => questionLine.parse(JSON.parse(line)));
  return { skills, queries: asked.filter(({ question }) => isLater || halfOf(question) === name) };
}

function halfOf(question: string): (typeof questionSets)[number] {
  return Number.parseInt(sha256Hex(question).slice(0, 2), 16) % 2 === 0 ? 'tuning half' : 'test half';
}

function linesOf(text: string): readonly string[] {
  return text.trim().split('\n');
}

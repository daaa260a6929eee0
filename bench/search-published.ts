/*
 * The questions of test/fixtures/search/published-questions.jsonl about skills that people have published. The texts of
 * the skills belong to their authors and are not part of the project: the file with them is read where it is.
 */

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { sha256Hex } from '../src/text/hash.js';
import type { SearchSet } from './search-file.js';

const published = '../shared/corpus/skills.jsonl.gz';
const questions = 'test/fixtures/search/published-questions.jsonl';

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

export const halves = ['tuning', 'test'] as const;

/** Undefined where the skills are not on this machine. */
export function publishedSet(half: (typeof halves)[number]): SearchSet | undefined {
  if (!existsSync(published)) return undefined;
  const skills = linesOf(gunzipSync(readFileSync(published)).toString()).flatMap((line) => {
    const { source, path, text } = skillLine.parse(JSON.parse(line));
    return text === undefined ? [] : [{ id: `${source}/${path}`, text }];
  });
  const asked = linesOf(readFileSync(questions, 'utf8')).map((line) => questionLine.parse(JSON.parse(line)));
  return { skills, queries: asked.filter(({ question }) => halfOf(question) === half) };
}

function halfOf(question: string): (typeof halves)[number] {
  return Number.parseInt(sha256Hex(question).slice(0, 2), 16) % 2 === 0 ? 'tuning' : 'test';
}

function linesOf(text: string): readonly string[] {
  return text.trim().split('\n');
}

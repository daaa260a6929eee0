import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import type { SearchDocument } from './document.js';
import { exampleSkills } from './example-skills.fixture.js';
import { similar } from './similar.js';

const index = buildIndex(exampleSkills);
const wanted = (name: string, description: string, body = ''): SearchDocument => {
  return { id: `home:${name}`, name, description, tags: [], headings: [], body };
};
const skill = (name: string) => {
  const found = exampleSkills.find((document) => document.name === name);
  if (found === undefined) throw new Error(`no example skill ${name}`);
  return found;
};

function check(rows: readonly (readonly [document: SearchDocument, ...similar: string[]])[]): void {
  for (const [document, ...expected] of rows) {
    const names = similar(index, document).map(({ id }) => id.replace('home:', ''));
    expect([document.name, ...names]).toEqual([document.name, ...expected]);
  }
}

test('a skill that does the same under another name is found', () => {
  check([
    [wanted('search-gifs', 'Find GIFs on Tenor.'), 'gif-search'],
    [wanted('pdf-form-filler', 'Fill in forms in PDF and flatten them.'), 'pdf-forms'],
    [wanted('pdf-merger', 'Merge several PDF files into one, or split them.'), 'pdf-merge'],
    [wanted('pod-doctor', 'Find out why a pod does not start on Kubernetes.'), 'kubernetes-debug'],
    [wanted('write-unit-tests', 'How to write unit tests that fail for a reason.'), 'unit-tests'],
  ]);
});

test('a skill that shares only a few words is not found', () => {
  check([
    [wanted('pdf-sign', 'Sign contracts with a certificate.')],
    [wanted('git-worktree', 'Keep several branches checked out at once.')],
    [wanted('video-tests', 'Write tests for a video player.')],
    [wanted('the', 'What is it that you use this for?')],
    [wanted('', '')],
  ]);
});

test('the same text has the highest similarity, and a renamed copy nearly so', () => {
  const original = skill('git-bisect');
  const [copy] = similar(index, { ...original, id: 'claude:git-bisect' });
  expect(copy).toEqual({ id: original.id, score: expect.closeTo(1) });
  const [renamed] = similar(index, { ...original, id: 'home:find-bad-change', name: 'find-bad-change' });
  expect(renamed?.id).toBe(original.id);
  expect(renamed?.score).toBeGreaterThan(0.7);
});

test('a document is not similar to itself', () => {
  check([[skill('git-bisect')]]);
});

test('threshold and limit are options', () => {
  const document = wanted('pdf', 'PDF');
  const all = similar(index, document, { threshold: 0 });
  expect(all.map(({ id }) => id)).toEqual(['home:pdf-forms', 'home:pdf-merge']);
  expect(similar(index, document, { threshold: 0, limit: 1 })).toEqual(all.slice(0, 1));
  expect(similar(index, document, { threshold: 1 })).toEqual([]);
});

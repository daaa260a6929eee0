import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bodyOf } from '../skill/layout.js';
import { parseSkill } from '../skill/parse.js';
import { buildIndex } from './build-index.js';
import type { SearchDocument } from './document.js';
import { stopWords } from './english.js';
import { search } from './search.js';
import { wordsOf } from './words.js';

const corpus = new URL('../../../shared/corpus/skills.jsonl.gz', import.meta.url);
const isThere = existsSync(corpus);

test.skipIf(!isThere)(
  `published skills are found by their names and by words of their descriptions${isThere ? '' : ' (skipped: ../shared/corpus is missing)'}`,
  () => {
    const documents = gunzipSync(readFileSync(corpus)).toString().trim().split('\n').map(documentOf);
    const index = buildIndex(documents);
    const nameOf = new Map(documents.map(({ id, name }) => [id, keyOf(name)]));
    const salient = salientWords(documents);

    /** The share of skills that are found by name among the first hits. */
    const found = (queryOf: (document: SearchDocument) => string, first: number) => {
      const asked = documents.filter((document, number) => number % 3 === 0 && queryOf(document) !== '');
      const hits = asked.filter((document) =>
        search(index, queryOf(document), { limit: first }).some(
          ({ id }) => nameOf.get(id) === keyOf(document.name),
        ),
      );
      return hits.length / asked.length;
    };
    expect(found(({ name }) => name, 1)).toBe(1);
    expect(found((document) => salient(document).join(' '), 3)).toBeGreaterThan(0.98);
  },
);

function documentOf(line: string): SearchDocument {
  const { path, text, base64 }: { path: string; text?: string; base64?: string } = JSON.parse(line);
  const skill = parseSkill(text ?? Buffer.from(base64 ?? '', 'base64'), { folder: path.split('/').at(-2) });
  const { name, description, tags } = skill.fields;
  return { id: path, name, description, tags, headings: [], body: bodyOf(skill) };
}

function keyOf(name: string): string {
  return wordsOf(name).flat().join('');
}

/** The five words of a description that are rarest among all descriptions. */
function salientWords(documents: readonly SearchDocument[]): (document: SearchDocument) => readonly string[] {
  const wordsIn = ({ description }: SearchDocument) => [...new Set(wordsOf(description).flat())];
  const frequency = new Map<string, number>();
  for (const word of documents.flatMap(wordsIn)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return (document) =>
    wordsIn(document)
      .filter((word) => word.length > 2 && !stopWords.has(word))
      .sort((one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0))
      .slice(0, 5);
}

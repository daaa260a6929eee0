import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { onlyForTests, projectRoot, type SourceFile, sourceFiles } from './sources.js';

/** Words and turns that a stranger would have to learn first, with what to write instead. */
const houseEnglish: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'is reported, sent, recorded or shown'],
  [/\btold (?:apart|anew|twice|once|to the registry)\b/i, 'reported, sent, recorded or shown'],
  [/\banew\b/i, 'again'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bfor ever\b/i, 'permanently'],
  [/\bwhomever\b/i, 'anyone'],
  [/\bwhere (?:it|they) lies?\b/i, 'where it is'],
  [/\b(?:does|do|did) not allow to\b/i, 'does not allow publishing'],
  [/\bno root holds\b/i, 'not installed here'],
  [/\b\d+ to know\b|\}\s+to know\b/i, 'notes'],
  [/\btakes you for\b/i, 'your account'],
  [/\bmay ask\b|\blook and ask\b/i, 'may use the network'],
  [/\bas its provenance is\b/i, 'of unknown origin'],
  [/\bis no (?:payload|valid|known)\b|that is no such/i, 'is not a ...'],
  [/\bthe next one acts\b/i, 'the first run is a preview'],
  [
    /\bbe (?:asked|looked) anew\b|\bwhat was told\b|\btells? (?:the registry|doctor|status)\b/i,
    'reported or shown',
  ],
  [/\bof an earlier run\b/i, 'from an earlier run'],
  [/\b(?:idle|unused|quiet) for long\b/i, 'for a long time'],
  [/\b(?:1|one) (?:lines|sessions|skills|files|entries|events|days)\b/i, 'one function for plurals'],
  [/\bexclude each other\b|\bmay not both\b/i, 'use either --a or --b'],
  [/\bkept answers?\b/i, 'cached responses'],
  [/\b(?:an? (?:edit|file|model)) of yours\b/i, 'your own edit, file or model'],
  [/, likewise[.|]/i, 'say it again'],
];

test('texts for users are in plain English', () => {
  const found = sourceFiles('src')
    // A text whose escapes or parts hide a word is not worth the syntax tree of every file.
    .filter(({ path, text }) => !onlyForTests.test(path) && anyHouseWord.test(text))
    .flatMap((file) => textsIn(file).flatMap((sentence) => complaints(file.path, sentence)));
  expect(found).toEqual([]);
});

test('documents are in plain English', () => {
  const pages = [
    ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const found = pages.flatMap((page) =>
    readFileSync(join(projectRoot, page), 'utf8')
      .split('\n')
      .flatMap((line) => complaints(page, line)),
  );
  expect(found).toEqual([]);
});

test('comments are in plain English', () => {
  const found = [...sourceFiles('src'), ...sourceFiles('test')].flatMap(({ path, comments }) =>
    comments.flatMap((comment) => complaints(path, comment.replace(/\s+\*? ?/g, ' '))),
  );
  expect(found).toEqual([]);
});

test('the words are found', () => {
  expect(complaints('x', 'the usage store is told the counts')).toHaveLength(1);
  expect(complaints('x', '--a and --b exclude each other')).toHaveLength(1);
  expect(complaints('x', 'recommendations for everyone')).toEqual([]);
});

/** Rules out most texts with one search. */
const anyHouseWord = new RegExp(houseEnglish.map(([{ source }]) => source).join('|'), 'i');

function complaints(path: string, text: string): readonly string[] {
  if (!anyHouseWord.test(text)) return [];
  return houseEnglish
    .filter(([words]) => words.test(text))
    .map(([, better]) => `${path}: "${text.trim().slice(0, 120)}" (${better})`);
}

/** Literals of more than one word, without the patterns that are written as tagged templates. */
function textsIn({ program }: SourceFile): readonly string[] {
  const texts: string[] = [];
  const patterns = new Set<number>();
  new Visitor({
    TaggedTemplateExpression({ quasi }) {
      patterns.add(quasi.start);
    },
    Literal({ value }) {
      if (typeof value === 'string' && value.includes(' ')) texts.push(value);
    },
    TemplateLiteral({ quasis, start }) {
      if (!patterns.has(start)) texts.push(quasis.map(({ value }) => value.cooked).join('}'));
    },
    JSXText({ value }) {
      texts.push(value);
    },
  }).visit(program);
  return texts;
}

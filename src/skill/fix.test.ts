import { expect, test } from 'vitest';
import { firstSentence } from './first-sentence.js';
import { fixSkill } from './fix.js';

const bytes = (text: string) => new TextEncoder().encode(text);

function check(source: string, expected: string | undefined, ...codes: string[]): void {
  const fix = fixSkill(bytes(source), 'gif-search');
  expect([
    source,
    fix && new TextDecoder('utf-8', { ignoreBOM: true }).decode(fix.bytes),
    fix?.codes ?? [],
  ]).toEqual([source, expected, codes]);
}

test('a file without frontmatter gets one, with the name of the folder and the first sentence of the body', () => {
  check(
    '# Gifs\n\nFinds gifs. Then sends them.\n',
    '---\nname: gif-search\ndescription: Finds gifs.\n---\n# Gifs\n\nFinds gifs. Then sends them.\n',
    'no-frontmatter',
  );
  check(
    '# Finds: gifs\r\n',
    '---\r\nname: gif-search\r\ndescription: "Finds: gifs"\r\n---\r\n# Finds: gifs\r\n',
    'no-frontmatter',
  );
});

test('nothing is invented for an empty body', () => {
  check('', undefined);
  check('\n---\n\n***\n', undefined);
  check('---\nname: gif-search\n---\n\n', undefined);
});

test('a missing name or description is added, and nothing else changes', () => {
  check('---\ndescription: b\n---\nx\n', '---\ndescription: b\nname: gif-search\n---\nx\n', 'name-missing');
  check(
    '---\nname: gif-search\nlicense: MIT # ours\n---\nFinds gifs.\n',
    '---\nname: gif-search\nlicense: MIT # ours\ndescription: Finds gifs.\n---\nFinds gifs.\n',
    'description-missing',
  );
});

test('fences become plain, and are closed where the fields end', () => {
  check(
    '\uFEFF---\nname: gif-search\ndescription: b\n---\n',
    '---\nname: gif-search\ndescription: b\n---\n',
    'byte-order-mark',
  );
  check(
    '--- \nname: gif-search\ndescription: b\n---\n',
    '---\nname: gif-search\ndescription: b\n---\n',
    'fence-not-plain',
  );
  check(
    '---\nname: gif-search\ndescription: b\n\n# Title\n',
    '---\nname: gif-search\ndescription: b\n---\n\n# Title\n',
    'unclosed-frontmatter',
  );
  check(
    '---\nOnly prose here.\n',
    '---\nname: gif-search\ndescription: Only prose here.\n---\nOnly prose here.\n',
    'unclosed-frontmatter',
  );
});

test('values that are not valid YAML are quoted, and read as before', () => {
  check(
    '---\nname: gif-search\ndescription: Use when: gifs\n# kept\nlicense: MIT\n---\nx\n',
    '---\nname: gif-search\ndescription: "Use when: gifs"\n# kept\nlicense: MIT\n---\nx\n',
    'yaml-repaired',
  );
});

test('what needs a decision stays', () => {
  check('---\nname: Gif Search\ndescription: b\n---\n', undefined);
  check('---\nname: gif-search\ndescription: b\nmetadata:\n    x: y\n  z: w\n---\nx\n', undefined);
  check('---\nname: [a]\ndescription: b\n---\nx\n', undefined);
});

test('the first sentence is of the first paragraph, without markup', () => {
  const rows = [
    ['```sh\nrm x\n```\n\nDoes **it**. More.', 'Does it.'],
    ['- one thing\n- another', 'one thing another'],
    ['# Title only', 'Title only'],
    ['| a | b |\n\nText', 'Text'],
    ['Version 1.2 works', 'Version 1.2 works'],
    [`${'word '.repeat(100)}`, 'word '.repeat(40).trim()],
    ['', undefined],
  ] as const;
  for (const [body, sentence] of rows) expect([body, firstSentence(body)]).toEqual([body, sentence]);
});

/*
 * Texts that are made, or happen, to get lost without being named.
 */

import { expect, test } from 'vitest';
import { parseSkill } from '../../../skill/parse.js';
import { atomsOf, linksIn } from './atoms.js';
import { composeMerge, composeWithText } from './compose.js';
import { lossOf } from './loss.js';
import type { SourcePackage } from './package.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

interface Given {
  readonly body?: string;
  readonly more?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: number;
}

function source(name: string, { body = `Do ${name}.`, more = '', files = {}, mode = 0o644 }: Given = {}) {
  const text = `---\nname: ${name}\ndescription: For ${name}.\n${more}---\n${body}\n`;
  const found: SourcePackage = {
    id: `home:${name}`,
    name,
    skill: parseSkill(utf8(text)),
    files: new Map(Object.entries(files).map(([path, content]) => [path, { bytes: utf8(content), mode }])),
  };
  return found;
}

const merged = (body: string) => utf8(`---\nname: both\ndescription: For one. For two.\n---\n${body}\n`);

/** What is missing where a person writes this text. */
function missingWith(one: Given, body: string) {
  const sources = [source('one', one), source('two', { body: 'Two.' })];
  const composed = composeWithText(sources, merged(`${body}\n\nTwo.`));
  if (composed.kind === 'refused') throw new Error(composed.message);
  return lossOf(sources, composed.files, []).missing.map(({ kind, text }) => `${kind}: ${text}`);
}

/** What is missing in the default form. */
function missingIn(one: Given) {
  const sources = [source('one', one), source('two')];
  const composed = composeMerge(sources, { name: 'both', drops: [] });
  if (composed.kind === 'refused') throw new Error(composed.message);
  return lossOf(sources, composed.files, []).missing.map(({ kind, text }) => `${kind}: ${text}`);
}

test.each([
  ['a glob', 'Lint src/**/*.ts only.', 'Lint src//*.ts only.'],
  ['a power', 'Use 2**10 rows.', 'Use 210 rows.'],
  ['a glob in a code span', 'Ignore `**/dist` here.', 'Ignore `/dist` here.'],
  ['the name of a language', '## C#', '## C'],
])('%s is not a bold mark', (_, before, after) => {
  expect(missingWith({ body: before }, after)).toHaveLength(1);
  expect(missingWith({ body: before }, before)).toEqual([]);
});

test.each([
  ['**Never** push to `main`.', 'Never push to `main`.'],
  ['- **Use `qpdf` first:** it is quick.', '- Use `qpdf` first: it is quick.'],
  ['## Steps ##', '## Steps'],
])('marks around words do not count: %s', (before, after) => {
  expect(missingWith({ body: before }, after)).toEqual([]);
  expect(missingWith({ body: after }, before)).toEqual([]);
});

const long = 200_000;

test.each([
  ['a heading of spaces', `# ${' '.repeat(long)}x`],
  ['a heading of marks', `# ${'#'.repeat(long)}x`],
  ['a fence that is none', `${'~'.repeat(long)}\``],
  ['links without an end', `](`.repeat(long / 2)],
  ['lines without a definition', `${'\n'.repeat(long)}x`],
  ['an address of dots', `http://a${'.'.repeat(long)}/x`],
  ['bold marks without an end', ` **\`a`.repeat(long / 6)],
])('no text takes long: %s', (_, text) => {
  atomsOf(text);
  linksIn(text);
});

test('files that some systems cannot keep apart are refused, or moved below their source', () => {
  const clashing = [source('one', { files: { 'ONE.md': 'a' } }), source('two')];
  expect(composeMerge(clashing, { name: 'both', drops: [] })).toMatchObject({
    kind: 'refused',
    message: 'home:one has a file ONE.md, which would be in the way of another one in references/one/',
  });
  const sources = [
    source('one', { files: { 'data.csv': 'a', 'scripts/a.sh': 'x', notes: 'n' } }),
    source('two', { files: { 'Data.csv': 'b', 'Scripts/b.sh': 'y', 'notes/c.md': 'z' } }),
  ];
  const composed = composeWithText(sources, merged('One. Two.'));
  expect(composed.kind === 'composed' && [...composed.files.keys()]).toEqual([
    'SKILL.md',
    'data.csv',
    'scripts/a.sh',
    'notes',
    'references/two/Data.csv',
    'references/two/Scripts/b.sh',
    'references/two/notes/c.md',
  ]);
});

test('a script of both that only one may run is there in both forms', () => {
  const files = { 'scripts/a.sh': 'x' };
  const sources = [source('one', { files }), source('two', { files, mode: 0o755 })];
  const composed = composeWithText(sources, merged('One. Two.'));
  expect(composed.kind === 'composed' && [...composed.files].map(([path, { mode }]) => [path, mode])).toEqual(
    [
      ['SKILL.md', 0o644],
      ['scripts/a.sh', 0o644],
      ['references/two/scripts/a.sh', 0o755],
    ],
  );
});

test('frontmatter of several lines is found with the line ends of Windows too', () => {
  expect(missingIn({ more: 'metadata:\r\n  author: me\r\n  team: docs\r\n' })).toEqual([]);
});

test('a body that names its own folder by a path is not merged silently', () => {
  for (const line of [
    'Run `python ~/.claude/skills/one/scripts/fill.py`.',
    'cd .agents/skills/one',
    'See skills/writing/one/notes.md.',
  ])
    expect(missingIn({ body: line })).toEqual([`own-folder: ${line}`]);
  for (const line of [
    'See skills/one-more/x, skills/one.zip and the skills/phone folder.',
    'From https://example.org/skills/one/SKILL.md.',
  ])
    expect(missingIn({ body: line })).toEqual([]);
});

test('what is only filled in where it stands in the SKILL.md has to stay there', () => {
  const body = 'Fix issue $ARGUMENTS.\n\nNow: !`git status --short`';
  expect(missingIn({ body })).toEqual([
    'filled-in: Fix issue $ARGUMENTS.',
    'filled-in: Now: !`git status --short`',
  ]);
  expect(missingWith({ body }, body)).toEqual([]);
});

test('a replacement that is not in the text replaces nothing', () => {
  const line = 'cd ~/.claude/skills/one';
  const drops = [{ text: line, reason: 'moved', replacement: 'cd references/one' }];
  const sources = [source('one', { body: line }), source('two')];
  const kinds = (body: string) => {
    const composed = composeWithText(sources, merged(body));
    if (composed.kind === 'refused') throw new Error(composed.message);
    return lossOf(sources, composed.files, drops).missing.map(({ kind }) => kind);
  };
  expect(kinds('Do two.')).toEqual(['sentence', 'own-folder']);
  expect(kinds('cd references/one\n\nDo two.')).toEqual([]);
});

test('a file that has an effect only at its place is kept there where all agree, and else named', () => {
  const policy = { 'agents/openai.yaml': 'policy:\n  allow_implicit_invocation: false\n' };
  expect(missingIn({ files: policy })).toEqual(['file: agents/openai.yaml']);
  const both = [source('one', { files: policy }), source('two', { files: policy })];
  const composed = composeMerge(both, { name: 'both', drops: [] });
  if (composed.kind === 'refused') throw new Error(composed.message);
  expect([...composed.files.keys()]).toContain('agents/openai.yaml');
  expect(lossOf(both, composed.files, []).missing).toEqual([]);
});

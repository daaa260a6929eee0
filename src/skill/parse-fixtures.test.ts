import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSkill } from './parse.js';
import type { Reading, Skill } from './skill.js';

const fixtures = new URL('../../test/fixtures/skills/', import.meta.url);

function parseFixture(folder: string): Skill {
  return parseSkill(readFileSync(new URL(`${folder}/SKILL.md`, fixtures)), { folder });
}

/** How it is read, its description, and every diagnostic with its line. The name is the folder's. */
const oddities: Readonly<Record<string, readonly [Reading, string, ...string[]]>> = {
  'alias-bomb': ['repaired', 'Would fill the memory.', 'yaml-repaired 5'],
  'at-sign-value': ['repaired', '@mentions are answered.', 'yaml-repaired 3'],
  'backtick-value': ['repaired', '`saw` is the tool.', 'yaml-repaired 3'],
  'blank-line-first': ['none', 'name: ignored', 'no-frontmatter 1'],
  'bracket-value': ['repaired', '[Beta] prunes hedges.', 'yaml-repaired 3'],
  'byte-order-mark': ['clean', 'Starts with a mark.'],
  'continued-colon': [
    'repaired',
    'Use when: a tree leans and the note: goes on over lines.',
    'yaml-repaired 3',
  ],
  'control-character': ['repaired', 'Rings a \u0007 bell.', 'yaml-repaired 3'],
  crlf: ['clean', 'Ends lines the Windows way.'],
  'crlf-and-lf': ['clean', 'Mixes line ends.'],
  'deep-nesting': ['repaired', 'Nests without end.', 'yaml-repaired 4', 'field-shape 4'],
  'duplicate-key': ['clean', 'The second.', 'duplicate-key 4'],
  'empty-file': ['none', 'Invoke the empty-file skill', 'no-frontmatter 1'],
  'empty-frontmatter': ['clean', 'The only prose.', 'name-missing 1', 'description-missing 1'],
  extensions: ['clean', 'Uses every extension.'],
  'fence-in-value': ['clean', 'One --- two'],
  'fence-with-spaces': ['clean', 'Spaces follow both fences.'],
  'flow-metadata': ['clean', 'Metadata as JSON.'],
  'folded-beside-indicator': ['repaired', 'Use when the wood is thick.', 'yaml-repaired 3'],
  'inner-quote': ['repaired', 'The "inner" quotes are bare.', 'yaml-repaired 3'],
  'list-description': ['clean', 'Do it.', 'field-shape 3', 'description-missing 3'],
  'list-frontmatter': ['none', 'The only prose.', 'frontmatter-unreadable 2'],
  'long-description': ['clean', 'Very long. '.repeat(100).trim(), 'description-too-long 3'],
  'long-frontmatter': ['clean', 'Comes after nine thousand characters.'],
  'long-name': ['clean', 'Its name is too long.', 'name-too-long 2'],
  'merge-key': ['clean', 'Merges nothing.'],
  'missing-description': ['clean', 'The first prose line stands in.', 'description-missing 1'],
  'missing-name': ['clean', 'Has no name.', 'name-missing 1'],
  'no-fence': ['none', 'Prose from the first line on.', 'no-frontmatter 1'],
  'not-utf8': ['clean', 'Caf\uFFFD by the wood.', 'not-utf8 3'],
  'null-fields': ['clean', 'Invoke the null-fields skill', 'name-missing 2', 'description-missing 3'],
  'number-name': ['clean', '1.0'],
  'other-folder': ['clean', 'Lives in a folder of another name.'],
  'percent-value': ['repaired', '%d of the wood is cut.', 'yaml-repaired 3'],
  'placeholder-value': ['repaired', '{{description}}', 'yaml-repaired 3'],
  plain: ['clean', 'Counts rings. Use when a tree is cut.'],
  'prose-frontmatter': ['none', 'The only prose.', 'frontmatter-unreadable 2'],
  'proto-key': ['clean', 'Carries a trap.', 'forbidden-key 3'],
  'rule-in-body': ['clean', 'The body has rules.'],
  'spaces-in-name': ['clean', 'Is not a slug.'],
  'star-value': ['repaired', '**Bold** words come first.', 'yaml-repaired 3'],
  'stray-line': ['repaired', 'Has a line too many.', 'yaml-repaired 3'],
  'tab-indentation': ['repaired', 'Indents with tabs.', 'yaml-repaired 5'],
  'text-beside-indicator': ['repaired', 'Use when the wood is thick: thin it.', 'yaml-repaired 3'],
  'tight-colon': ['repaired', 'No space after the colon.', 'yaml-repaired 2'],
  'unclosed-fence': ['none', 'name: ignored', 'unclosed-frontmatter 1'],
  'unclosed-quote': ['repaired', 'Never closed.', 'yaml-repaired 3'],
  'uneven-indentation': ['split', 'Its map is uneven.', 'yaml-split 4', 'field-shape 4'],
  'unicode-name': ['clean', '名前は漢字です。'],
  'unquoted-colon': ['repaired', 'Use when: a tree leans, or: it is hollow.', 'yaml-repaired 3'],
  'yaml-tag': ['repaired', '!!python/object:os.system echo', 'yaml-repaired 3'],
};

const namedOtherwise: Readonly<Record<string, string>> = {
  'long-name': `${'long-'.repeat(13)}name`,
  'number-name': '0123',
  'other-folder': 'another-name',
  'spaces-in-name': 'Spaces In Name',
  'unicode-name': '技能',
};

test('every oddity is read as well as it can be', () => {
  expect(readdirSync(fixtures).sort()).toEqual(Object.keys(oddities).sort());
  for (const [folder, [reading, description, ...diagnostics]] of Object.entries(oddities)) {
    const skill = parseFixture(folder);
    expect([
      folder,
      skill.reading,
      skill.fields.name,
      skill.fields.description,
      ...skill.diagnostics.map(({ code, line }) => `${code} ${line}`),
    ]).toEqual([folder, reading, namedOtherwise[folder] ?? folder, description, ...diagnostics]);
  }
  expect({}).not.toHaveProperty('polluted');
});

test('every field of a skill that uses them all', () => {
  expect(parseFixture('extensions').fields).toEqual({
    name: 'extensions',
    description: 'Uses every extension.',
    license: undefined,
    compatibility: undefined,
    allowedTools: ['Read', 'Bash(git add:*)'],
    version: '1.2.0',
    author: 'Ada',
    category: 'wood',
    tags: ['preferred'],
    whenToUse: 'When the wood is thick.',
    requires: [{ slug: 'sharpen', range: '^1.0' }],
    relatedSkills: ['sharpen', 'stack'],
    platforms: ['linux', 'macos'],
    pinned: true,
    requiresTools: ['terminal'],
    requiresToolsets: [],
    fallbackForTools: [],
    fallbackForToolsets: [],
    config: [{ key: 'saw.length', description: 'How long the saw is.', fallback: '40' }],
    environment: [{ name: 'SAW_KEY', help: 'Ask the forester.', optional: false }],
    commands: ['saw'],
  });
});

test('a rescued skill keeps its structure', () => {
  expect(parseFixture('tab-indentation').fields.tags).toEqual(['wood']);
  expect(parseFixture('unclosed-quote').fields.license).toBe('MIT');
});

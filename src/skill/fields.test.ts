import { expect, test } from 'vitest';
import { readFields } from './fields.js';
import type { SkillFields } from './skill.js';
import { isMap, readYaml } from './yaml.js';

function read(yaml: string, context: { folder?: string; proseLine?: string } = {}) {
  const reading = readYaml(yaml, { firstLine: 1 });
  const frontmatter = reading.ok && isMap(reading.value) ? reading.value : {};
  const { folder, proseLine } = context;
  return readFields(frontmatter, { folder, proseLine, lineOf: (key) => key.length });
}

function check<Field extends keyof SkillFields>(
  field: Field,
  yaml: string,
  expected: SkillFields[Field],
): void {
  expect([yaml, read(yaml).fields[field]]).toEqual([yaml, expected]);
}

/** The problems of shape, without those of the name and description that the rows leave out. */
function checkTold(yaml: string, ...expected: string[]): void {
  const reported = read(`name: a\ndescription: b\n${yaml}`).diagnostics.map(
    ({ code, message }) => `${code}: ${message}`,
  );
  expect([yaml, reported]).toEqual([yaml, expected]);
}

test('a text is any scalar, trimmed; nothing, ~ and null are no text', () => {
  check('name', 'name: 123', '123');
  check('version', 'version: 1.0', '1.0');
  check('license', 'license: "  MIT  "', 'MIT');
  check('description', 'description: |\n  one\n  two\n', 'one\ntwo');
  for (const nothing of ['', '~', 'null', 'NULL', '""', '"  "'])
    check('license', `license: ${nothing}`, undefined);
});

test('every text field is read', () => {
  check('compatibility', 'compatibility: Linux', 'Linux');
  check('author', 'author: Ada', 'Ada');
  check('category', 'category: media', 'media');
  check('whenToUse', 'when_to_use: now', 'now');
});

test('what is missing is made up, and that is reported', () => {
  const all = read('', { folder: 'gif-search', proseLine: 'Finds gifs.' });
  expect([all.fields.name, all.fields.description]).toEqual(['gif-search', 'Finds gifs.']);
  expect(all.diagnostics).toEqual([
    {
      code: 'name-missing',
      severity: 'error',
      line: 4,
      message: 'The name is missing; "gif-search" is used instead.',
      fix: 'add a line "name: ..."',
    },
    {
      code: 'description-missing',
      severity: 'error',
      line: 11,
      message: 'The description is missing; "Finds gifs." is used instead.',
      fix: 'add a line "description: ..."',
    },
  ]);
  expect(read('name: a').fields.description).toBe('Invoke the a skill');
  expect(read('').fields.name).toBe('');
  expect(read('').diagnostics[0]?.message).toBe('The name is missing.');
});

test('a list is a list, or text with commas, with or without brackets', () => {
  const lists = [
    '[a, b c]',
    '\n- a\n- b c\n',
    'a, b c',
    '"[a, b c]"',
    `'["a", ''b c'']'`,
    '"a,,  b c ,"',
    '[a, null, "", ~, b c]',
  ];
  for (const list of lists) check('tags', `tags: ${list}`, ['a', 'b c']);
  check('tags', 'tags: one', ['one']);
  check('tags', 'tags:', []);
  check('relatedSkills', 'related_skills: [a]', ['a']);
  check('platforms', 'platforms: [MacOS, linux]', ['macos', 'linux']);
  check('platforms', 'platform: Windows', ['windows']);
});

test('tools are separated by spaces or commas outside of parentheses', () => {
  check('allowedTools', 'allowed-tools: Read Write', ['Read', 'Write']);
  check('allowedTools', 'allowed-tools: Read, Bash(git add:*, git log), Write', [
    'Read',
    'Bash(git add:*, git log)',
    'Write',
  ]);
  check('allowedTools', 'allowed-tools: [Read, "Bash(git add:*)"]', ['Read', 'Bash(git add:*)']);
  check('allowedTools', 'allowed-tools: "[Read, Write]"', ['Read', 'Write']);
  check('allowedTools', 'allowed-tools: Bash(never closed, Read', ['Bash(never closed, Read']);
  check('allowedTools', 'allowed-tools: a) b', ['a)', 'b']);
});

test('a requirement is a slug, with a range after the @', () => {
  check('requires', 'requires: [pdf, "img@^1.2", " x @ >=1 ", y@, "@z"]', [
    { slug: 'pdf', range: undefined },
    { slug: 'img', range: '^1.2' },
    { slug: 'x', range: '>=1' },
    { slug: 'y', range: undefined },
    { slug: '@z', range: undefined },
  ]);
  check('requires', 'requires: a@1, b', [
    { slug: 'a', range: '1' },
    { slug: 'b', range: undefined },
  ]);
});

test('any spelling of true pins', () => {
  for (const spelling of ['true', 'True', '"TRUE"', 'yes', 'on', 'y', '1', "'Yes'"]) {
    check('pinned', `pinned: ${spelling}`, true);
    check('pinned', `pin: ${spelling}`, true);
    check('pinned', `metadata: {coppice: {pinned: ${spelling}}}`, true);
    check('pinned', `metadata: {hermes: {pinned: ${spelling}}}`, true);
  }
  for (const spelling of ['false', 'no', '0', '', '[true]', 'truely'])
    check('pinned', `pinned: ${spelling}`, false);
});

test('an extension counts most where it was written for us', () => {
  const places = [
    'metadata:',
    '  tags: [plain]',
    '  hermes: {tags: [hermes]}',
    '  coppice: {tags: [coppice]}',
    'tags: [top]',
  ];
  const without = (...left: number[]) => places.filter((_, index) => !left.includes(index)).join('\n');
  check('tags', without(), ['coppice']);
  check('tags', without(3), ['hermes']);
  check('tags', without(2, 3), ['top']);
  check('tags', without(2, 3, 4), ['plain']);
  check('tags', 'metadata: {coppice: {tags: }}\ntags: [top]', ['top']);
  check('name', 'metadata: {coppice: {name: other}}\nname: a', 'a');
});

test('the conditions are lists of names', () => {
  const yaml =
    'metadata: {hermes: {requires_tools: [a], requires_toolsets: b, fallback_for_tools: [c], fallback_for_toolsets: [d]}}';
  check('requiresTools', yaml, ['a']);
  check('requiresToolsets', yaml, ['b']);
  check('fallbackForTools', yaml, ['c']);
  check('fallbackForToolsets', yaml, ['d']);
});

test('settings need a key and a description', () => {
  check(
    'config',
    'metadata: {hermes: {config: [{key: a, description: b, default: 3}, {key: c, description: d}, {key: a, description: e}]}}',
    [
      { key: 'a', description: 'b', fallback: '3' },
      { key: 'c', description: 'd', fallback: undefined },
    ],
  );
  check('config', 'metadata: {coppice: {config: {key: a, description: b}}}', [
    { key: 'a', description: 'b', fallback: undefined },
  ]);
  checkTold(
    'config: [{key: a}, b]',
    'field-shape: "config" has an entry without key and description; it was ignored.',
  );
});

test('environment variables are declared in several spellings', () => {
  check(
    'environment',
    'required_environment_variables: [A, {name: B, help: h, optional: true}, {env_var: C, provider_url: u}, A]\nprerequisites: {env_vars: [B, D], commands: "jq, curl"}',
    [
      { name: 'A', help: undefined, optional: false },
      { name: 'B', help: 'h', optional: true },
      { name: 'C', help: 'u', optional: false },
      { name: 'D', help: undefined, optional: false },
    ],
  );
  check('environment', 'required_environment_variables: A, B', [
    { name: 'A', help: undefined, optional: false },
    { name: 'B', help: undefined, optional: false },
  ]);
  check('commands', 'prerequisites: {commands: [jq, curl]}', ['jq', 'curl']);
  checkTold(
    'required_environment_variables: [1A, {help: x}]',
    'field-shape: "required_environment_variables" has an entry that is not the name of an environment variable; it was ignored.',
  );
});

test('a value of the wrong shape is reported once for its field, and left out', () => {
  checkTold('version: [1, 2]', 'field-shape: "version" must be text, but is a list; it was ignored.');
  checkTold('license: {a: b}', 'field-shape: "license" must be text, but is a map; it was ignored.');
  checkTold('tags: {a: b}', 'field-shape: "tags" must be a list, but is a map; it was ignored.');
  checkTold('tags: [a, [b], {c: d}]', 'field-shape: "tags" has an item that is not text; it was ignored.');
  checkTold('metadata: text', 'field-shape: "metadata" must be a map; it was ignored.');
  checkTold('metadata: {hermes: [a]}', 'field-shape: "metadata" must be a map; it was ignored.');
  checkTold('prerequisites: [a]', 'field-shape: "prerequisites" must be a map; it was ignored.');
  checkTold('metadata: {other: [a]}\nunknown: {b: [c]}');
  check('tags', 'tags: [a, [b], {c: d}]', ['a']);
});

test('a misshapen name or description is also missing, which is an error', () => {
  const { fields, diagnostics } = read('name: [a]\ndescription: {b: c}', { folder: 'f', proseLine: 'p' });
  expect([fields.name, fields.description]).toEqual(['f', 'p']);
  expect(diagnostics.map(({ code, severity, line }) => [code, severity, line])).toEqual([
    ['field-shape', 'warning', 4],
    ['field-shape', 'warning', 11],
    ['name-missing', 'error', 4],
    ['description-missing', 'error', 11],
  ]);
});

test('what is too long is kept whole, and reported; a character is one however it is stored', () => {
  const rows = [
    ['name', 64],
    ['description', 1024],
    ['compatibility', 500],
  ] as const;
  for (const [field, limit] of rows) {
    const reported = (text: string) => {
      const { fields, diagnostics } = read(`${field}: ${text}`);
      expect(fields[field]).toBe(text);
      return diagnostics.filter(({ code }) => code === `${field}-too-long`).map(({ message }) => message);
    };
    expect(reported('x'.repeat(limit))).toEqual([]);
    expect(reported('🌳'.repeat(limit))).toEqual([]);
    expect(reported('🌳'.repeat(limit + 1))).toEqual([
      `The ${field} has ${limit + 1} characters; the limit is ${limit}.`,
    ]);
  }
});

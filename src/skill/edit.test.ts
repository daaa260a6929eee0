import { expect, test } from 'vitest';
import type { EditRefusal, EditValue } from '../text/edit/yaml/plan.js';
import { type EditOutcome, removeField, replaceBody, setField } from './edit.js';
import { parseSkill } from './parse.js';

function check(outcome: EditOutcome, after: string) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  expect(outcome.kind === 'edited' ? decoder.decode(outcome.skill.source) : outcome).toBe(after);
}

/** Rows are the lines between the fences. */
const file = (block: string) => `---\n${block}---\n# Body\n`;

function checkSet(before: string, path: string, value: EditValue, after: string) {
  check(setField(parseSkill(file(before)), path.split('/'), value), file(after));
}

function checkRemove(before: string, path: string, after: string) {
  check(removeField(parseSkill(file(before)), path.split('/')), file(after));
}

test.each<[string, string, EditValue, string]>([
  ['name: old\nother: x\n', 'name', 'new', 'name: new\nother: x\n'],
  ['name:   old   # why\n', 'name', 'new', 'name:   new   # why\n'],
  ["name: 'old'\n", 'name', 'it is', "name: 'it is'\n"],
  ["name: 'old'\n", 'name', "it's", "name: 'it''s'\n"],
  ['name: "old" # why\n', 'name', 'new', 'name: "new" # why\n'],
  ['name: old\n', 'name', 'a: b', 'name: "a: b"\n'],
  ['version: 1.0\n', 'version', '1.1', 'version: "1.1"\n'],
  ['version: 1.0.0\n', 'version', '1.0.1', 'version: 1.0.1\n'],
  ['pinned: no\n', 'pinned', true, 'pinned: true\n'],
  ['pinned: "false"\n', 'pinned', true, 'pinned: true\n'],
  ['a: one\n  two\n  three # why\nb: x\n', 'a', 'new', 'a: new # why\nb: x\n'],
  ['a: "one\n  two" # why\nb: x\n', 'a', 'new', 'a: "new" # why\nb: x\n'],
  ['a:\n  one # why\nb: x\n', 'a', 'new', 'a: new # why\nb: x\n'],
  ['a: # why\n  one\nb: x\n', 'a', 'new', 'a: new # why\nb: x\n'],
  ['"a b" : old\n', 'a b', 'new', '"a b" : new\n'],
  ["'it''s': old\n", "it's", 'new', "'it''s': new\n"],
  ['? a\n: old\nb: x\n', 'a', 'new', '? a\n: new\nb: x\n'],
  ['été: déjà\n🌳: x\n', 'été', 'plus tard', 'été: plus tard\n🌳: x\n'],
  ['a: !!str old\nb: x\n', 'a', 'new', 'a: new\nb: x\n'],
  ['a: &unused old\nb: x\n', 'a', 'new', 'a: new\nb: x\n'],
  ['a: &x old\nb: *x\n', 'b', 'new', 'a: &x old\nb: new\n'],
  ['a:\told\n', 'a', 'new', 'a:\tnew\n'],
])('a value is replaced in place: %j, %s = %j', checkSet);

test.each<[string, string, EditValue, string]>([
  ['d: old\nb: x\n', 'd', 'one\ntwo', 'd: |-\n  one\n  two\nb: x\n'],
  ['d: old # why\nb: x\n', 'd', 'one\n\ntwo\n', 'd: | # why\n  one\n\n  two\nb: x\n'],
  ['d: |\n    one\n    two\nb: x\n', 'd', 'three\n', 'd: |\n    three\nb: x\n'],
  ['d: |\n  one\n\n# about b\nb: x\n', 'd', 'two', 'd: |-\n  two\n\n# about b\nb: x\n'],
  ['d: |+\n  one\n\nb: x\n', 'd', 'two\n', 'd: |\n  two\nb: x\n'],
  ['d: |2\n   one\nb: x\n', 'd', 'two\n', 'd: |\n  two\nb: x\n'],
  ['d: > # why\n  one\n  two\nb: x\n', 'd', 'three four', 'd: >- # why\n  three four\nb: x\n'],
  ['d: >-\n  one\nb: x\n', 'd', ' odd', 'd: " odd"\nb: x\n'],
  ['d: > # why\n  one\nb: x\n', 'd', '\u0007', 'd: "\\u0007" # why\nb: x\n'],
  [
    'd: >-\n  one\nb: x\n',
    'd',
    `${'word '.repeat(20)}end`,
    `d: >-\n  ${'word '.repeat(16).trim()}\n  word word word word end\nb: x\n`,
  ],
  ['d: "one"\n', 'd', 'one\ntwo', 'd: "one\\ntwo"\n'],
  ['d: |\nb: x\n', 'd', 'one\n', 'd: |\n  one\nb: x\n'],
  ['m:\n    d: old\n', 'm/d', 'one\ntwo', 'm:\n    d: |-\n        one\n        two\n'],
  ['d: x\n', 'd', '---\n---', 'd: |-\n  ---\n  ---\n'],
])('a value of several lines keeps its place: %j, %s = %j', checkSet);

test.each<[string, string, EditValue, string]>([
  ['a:\nb: x\n', 'a', 'new', 'a: new\nb: x\n'],
  ['a:   # why\nb: x\n', 'a', 'new', 'a: new   # why\nb: x\n'],
  ['a: ~\nb: x\n', 'a', 'new', 'a: new\nb: x\n'],
  ['a: null # why\nb: x\n', 'a/b', true, 'a: # why\n  b: true\nb: x\n'],
  ['a: # why\nb: x\n', 'a/b/c', true, 'a: # why\n  b:\n    c: true\nb: x\n'],
  ['a: {b: , c: }\n', 'a/b', 'new', 'a: {b: new, c: }\n'],
  ['a: {b: , c: }\n', 'a/c/d', true, 'a: {b: , c: {d: true} }\n'],
  ['"a": {"b":}\n', 'a/b', true, '"a": {"b": true}\n'],
])('nothing becomes a value: %j, %s = %j', checkSet);

test.each<[string, string, EditValue, string]>([
  ['', 'name', 'new', 'name: new\n'],
  ['# only a comment\n', 'name', 'new', '# only a comment\nname: new\n'],
  ['a: x\n', 'name', 'new', 'a: x\nname: new\n'],
  ['a: x\n', 'metadata/coppice/pinned', true, 'a: x\nmetadata:\n  coppice:\n    pinned: true\n'],
  ['m:\n    a: x\n', 'm/b/c', 'z', 'm:\n    a: x\n    b:\n        c: z\n'],
  ['m:\n  a: x\nb: y\n', 'm/c', 'z', 'm:\n  a: x\n  c: z\nb: y\n'],
  [
    'm:\n  a: x # why\n  # a can be y\n\n  # about b\nb: y\n',
    'm/c',
    'z',
    'm:\n  a: x # why\n  # a can be y\n  c: z\n\n  # about b\nb: y\n',
  ],
  ['m:\n  a: x\n# about b\nb: y\n', 'm/c', 'z', 'm:\n  a: x\n  c: z\n# about b\nb: y\n'],
  ['a: x\n# version: 1\n\n', 'b', 'z', 'a: x\n# version: 1\nb: z\n\n'],
  ['m:\n  n:\n    a: x\nb: y\n', 'm/c', 'z', 'm:\n  n:\n    a: x\n  c: z\nb: y\n'],
  ['m:\n  d: |\n    text\n\nb: y\n', 'm/c', 'z', 'm:\n  d: |\n    text\n  c: z\n\nb: y\n'],
  ['m:\n  d: |+\n    text\n\nb: y\n', 'm/c', 'z', 'm:\n  d: |+\n    text\n\n  c: z\nb: y\n'],
  ['m:\n  a:\nb: y\n', 'm/c', 'z', 'm:\n  a:\n  c: z\nb: y\n'],
  ['  a: x\n', 'b/c', 'z', '  a: x\n  b:\n    c: z\n'],
  ['tags:\n- a\n', 'b', 'z', 'tags:\n- a\nb: z\n'],
  ['a: x\n', 'd', 'one\n\ntwo', 'a: x\nd: |-\n  one\n\n  two\n'],
  ['a: x\n', 'tags', ['b', 'c d', 'e, f', 'yes'], 'a: x\ntags: [b, c d, "e, f", "yes"]\n'],
  ['a: x\n', 'tags', [], 'a: x\ntags: []\n'],
  ['a: x\n', 'name', '', 'a: x\nname: ""\n'],
  ['a: x\n', 'odd: key', 'z', 'a: x\n"odd: key": z\n'],
  ['a: x\n', 'yes', 'y z', 'a: x\n"yes": y z\n'],
  ['m: {}\n', 'm/a', 'x', 'm: {a: x}\n'],
  ['m: { a: x }\n', 'm/b/c', true, 'm: { a: x, b: {c: true} }\n'],
  ['m: {a: x,}\n', 'm/b', 'z', 'm: {a: x, b: z,}\n'],
  [
    'm: {\n    a: x, # why\n    b: y\n  }\n',
    'm/c',
    'z: 1',
    'm: {\n    a: x, # why\n    b: y, c: "z: 1"\n  }\n',
  ],
  ['m: {"a": "x"}\n', 'm/b/c', 'y', 'm: {"a": "x", "b": {"c": "y"}}\n'],
  ['m: {"a": {"x": 1}}\n', 'm/b', ['y', 'z'], 'm: {"a": {"x": 1}, "b": ["y", "z"]}\n'],
  ['{a: x}\n', 'b', 'z', '{a: x, b: z}\n'],
])('a missing field is added at the end of its map: %j, %s = %j', checkSet);

test.each<[string, string, EditValue, string]>([
  ['m: {a: old, b: x}\n', 'm/a', 'new', 'm: {a: new, b: x}\n'],
  ['m: {a: old, b: x}\n', 'm/a', 'c, d', 'm: {a: "c, d", b: x}\n'],
  ['m: {"a": "old", "b": []}\n', 'm/b', 'x', 'm: {"a": "old", "b": "x"}\n'],
  ['m: {"a":"old"}\n', 'm/a', 'new', 'm: {"a":"new"}\n'],
  ['m: {a: [x, y]}\n', 'm/a', 'z', 'm: {a: z}\n'],
  ['m:\n  a: old\n', 'm', 'text', 'm: text\n'],
  ['t: [a, b] # why\n', 't', ['a', 'b', 'c'], 't: [a, b, c] # why\n'],
  ['t: [a, b, c]\n', 't', ['a', 'c'], 't: [a, c]\n'],
  ['t: [a, b, c]\n', 't', ['b', 'c'], 't: [b, c]\n'],
  ['t: [a, b, c]\n', 't', ['a', 'b'], 't: [a, b]\n'],
  ['t: [a, b, c]\n', 't', ['a', 'x', 'z', 'c'], 't: [a, x, z, c]\n'],
  ['t: [ b ]\n', 't', ['a', 'b'], 't: [ a, b ]\n'],
  ['t: []\n', 't', ['a'], 't: [a]\n'],
  ['t: [a]\n', 't', [], 't: []\n'],
  ['t: ["a", \'b\']\n', 't', ['a', 'b', 'c'], 't: ["a", \'b\', "c"]\n'],
  ['t: [\n  a, # first\n  b,\n]\n', 't', ['a', 'b', 'c'], 't: [\n  a, # first\n  b, c,\n]\n'],
  [
    't: # why\n  - a # first\n  - b\nx: y\n',
    't',
    ['a', 'b', 'c: d'],
    't: # why\n  - a # first\n  - b\n  - "c: d"\nx: y\n',
  ],
  ['t:\n- a\n- b\n- c\nx: y\n', 't', ['a', 'c'], 't:\n- a\n- c\nx: y\n'],
  ['t:\n- b\nx: y\n', 't', ['a', 'b'], 't:\n- a\n- b\nx: y\n'],
  ['t:\n  -   a\n  # about b\n  -   b\nx: y\n', 't', ['c', 'b'], 't:\n  -   c\n  # about b\n  -   b\nx: y\n'],
  ['t:\n- a\n# about x\nx: y\n', 't', ['a', 'b'], 't:\n- a\n- b\n# about x\nx: y\n'],
  ["t:\n  - 'a'\nx: y\n", 't', ['a', 'b'], "t:\n  - 'a'\n  - 'b'\nx: y\n"],
  ['t: # why\n  - a\n  - b # last\nx: y\n', 't', [], 't: [] # why\nx: y\n'],
  ['t:\n  - a\n  - k: v\nx: y\n', 't', ['b'], 't: [b]\nx: y\n'],
  ['t:\n  - a\nx: y\n', 't', 'text', 't: text\nx: y\n'],
  ['t:\n  -\n    a\nx: y\n', 't', ['a', 'b'], 't: [a, b]\nx: y\n'],
  ['t: a, b\n', 't', ['a', 'b'], 't: [a, b]\n'],
])('maps and lists keep their layout: %j, %s = %j', checkSet);

test.each<[string, string, string]>([
  ['a: x\nb: y # why\nc: z\n', 'b', 'a: x\nc: z\n'],
  ['a: x\n# about b and c\nb: y\nc: z\n', 'b', 'a: x\n# about b and c\nc: z\n'],
  ['a: x\n\nb: y\n\nc: z\n', 'b', 'a: x\n\n\nc: z\n'],
  ['a: x\nb:\n  - y\n  - z\n  # more\nc: z\n', 'b', 'a: x\nc: z\n'],
  ['a: x\nb: |\n  y\n\n  z\n\nc: z\n', 'b', 'a: x\n\nc: z\n'],
  ['a: x\nb: one\n  two\nc: z\n', 'b', 'a: x\nc: z\n'],
  ['a: x\nb:\n', 'b', 'a: x\n'],
  ['a: x\n', 'a', ''],
  ['m:\n  a: x\n  b: y\nc: z\n', 'm/a', 'm:\n  b: y\nc: z\n'],
  ['m:\n  a: x\nc: z\n', 'm/a', 'c: z\n'],
  ['m:\n  n:\n    a: x\n  b: y\n', 'm/n/a', 'm:\n  b: y\n'],
  ['m: {a: x, b: y, c: z}\n', 'm/a', 'm: {b: y, c: z}\n'],
  ['m: {a: x, b: y, c: z}\n', 'm/b', 'm: {a: x, c: z}\n'],
  ['m: {a: x, b: y, c: z}\n', 'm/c', 'm: {a: x, b: y}\n'],
  ['m: { a: x } # why\nb: y\n', 'm/a', 'b: y\n'],
  ['{a: x}\n', 'a', '{}\n'],
  ['"a b": x\nc: z\n', 'a b', 'c: z\n'],
])('a field is removed with what is its own: %j, %s', checkRemove);

test.each<[string, string, EditValue, string]>([
  ['no frontmatter', '# Body\n', 'x', '---\nname: x\n---\n# Body\n'],
  ['no frontmatter, in CRLF', '# Body\r\n', 'a\nb', '---\r\nname: |-\r\n  a\r\n  b\r\n---\r\n# Body\r\n'],
  ['no frontmatter after a byte order mark', '\uFEFFBody', 'x', '\uFEFF---\nname: x\n---\nBody'],
  ['nothing at all', '', 'x', '---\nname: x\n---\n'],
  ['a byte order mark', '\uFEFF---\nname: y\n---\n', 'x', '\uFEFF---\nname: x\n---\n'],
  [
    'CRLF',
    '---\r\nname: y # why\r\nb: z\r\n---\r\nBody\r\n',
    'x',
    '---\r\nname: x # why\r\nb: z\r\n---\r\nBody\r\n',
  ],
  ['CRLF and a new field', '---\r\nb: z\r\n---\r\nBody', 'x', '---\r\nb: z\r\nname: x\r\n---\r\nBody'],
  [
    'CRLF and several lines',
    '---\r\nname: >\r\n  y\r\nb: z\r\n---\r\n',
    'a\n\nb\n',
    '---\r\nname: |\r\n  a\r\n\r\n  b\r\nb: z\r\n---\r\n',
  ],
  ['no final line break', '---\nname: y\n---', 'x', '---\nname: x\n---'],
  ['spaces behind the fences', '--- \nname: y\n---\t\nBody', 'x', '--- \nname: x\n---\t\nBody'],
  ['an empty block', '---\n---\n', 'x', '---\nname: x\n---\n'],
  ['a rule in the body', '---\nname: y\n---\na\n---\nb\n', 'x', '---\nname: x\n---\na\n---\nb\n'],
])('the rest of the file stays with %s', (_, before, value, after) => {
  check(setField(parseSkill(before), ['name'], value), after);
});

test('a body that is not text stays as it is', () => {
  const body = Uint8Array.of(0xff, 0xfe, 0x00, 0x0d, 0x2d, 0xc3);
  const outcome = setField(parseSkill(bytesOf('---\nname: y\n---\n', body)), ['name'], 'x');
  expect(outcome).toMatchObject({ kind: 'edited', skill: { source: bytesOf('---\nname: x\n---\n', body) } });
});

test.each<[string, string, EditValue | undefined, string]>([
  ['name: y\ndescription: Use when: asked\n', 'name', 'x', 'name: x\ndescription: Use when: asked\n'],
  [
    'name: y\ndescription: Use when: asked\n# end\n',
    'pinned',
    true,
    'name: y\ndescription: Use when: asked\n# end\npinned: true\n',
  ],
  [
    'name: y\ndescription: Use when: asked\n',
    'description',
    'Use: now',
    'name: y\ndescription: "Use: now"\n',
  ],
  [
    'name: y\ndescription: Use when: asked\n  or not\n\n# about b\nb: z\n',
    'description',
    undefined,
    'name: y\n\n# about b\nb: z\n',
  ],
  ['name: [y\nb: z\n', 'b', undefined, 'name: [y\n'],
])('a broken block is edited by whole entries: %j, %s = %j', (before, key, value, after) => {
  const skill = parseSkill(file(before));
  expect(skill.reading).not.toBe('clean');
  check(value === undefined ? removeField(skill, [key]) : setField(skill, [key], value), file(after));
});

test.each<[EditRefusal, string, readonly string[], EditValue]>([
  ['empty-path', file('a: x\n'), [], 'y'],
  ['not-text', file('a: x\n'), ['a'], '\ud800'],
  ['not-text', file('a: x\n'), ['\ud800'], 'y'],
  ['not-text', file('a: x\n'), ['a'], ['ok', '\udc00']],
  ['unclosed-frontmatter', '---\na: x\n', ['a'], 'y'],
  ['broken-frontmatter', file('a: b: c\nm:\n  d: e\n'), ['m', 'd'], 'y'],
  ['duplicate-key', file('a: x\na: y\n'), ['a'], 'z'],
  ['duplicate-key', file('m:\n  a: x\nm:\n  a: y\n'), ['m', 'a'], 'z'],
  ['duplicate-key', file('d: b: c\na: x\na: y\n'), ['a'], 'z'],
  ['aliased', file('a: &x 1\nb: *x\n'), ['a'], 'y'],
  ['aliased', file('a:\n  - &x 1\nb: *x\n'), ['a'], 'y'],
  ['not-a-map', file('a: text\n'), ['a', 'b'], 'y'],
  ['not-a-map', file('a: [b]\n'), ['a', 'b'], 'y'],
  ['unusual-syntax', file('m: {a, b: x}\n'), ['m', 'a'], 'y'],
  ['unusual-syntax', file('%YAML 1.2\n--- # start\na: x\n'), ['a'], 'y'],
  ['value-not-kept', file('a: x\n'), ['__proto__'], 'y'],
  ['other-field-changed', file('\rb:\n  a: 1\n'), ['b', 'c'], 'y'],
  ['yaml-broken', file('...\n'), ['a'], 'y'],
  ['aliased', file('a: &x {b: c}\nd: *x\n'), ['d', 'e'], 'y'],
])('an edit is refused as %s: %j, %j = %j', (reason, before, path, value) => {
  expect(setField(parseSkill(before), path, value)).toMatchObject({ kind: 'refused', reason });
});

test('a field that would make the frontmatter too long is refused', () => {
  const skill = parseSkill(file(`a: ${'x'.repeat(262_000)}\n`));
  expect(skill.reading).toBe('clean');
  expect(setField(skill, ['b'], 'y'.repeat(200))).toMatchObject({
    kind: 'refused',
    reason: 'value-not-kept',
  });
});

test('a block that is not UTF-8 is refused', () => {
  const skill = parseSkill(bytesOf('---\nname: ', Uint8Array.of(0xe9), '\n---\n'));
  expect(setField(skill, ['a'], 'x')).toMatchObject({ kind: 'refused', reason: 'not-utf8' });
});

test.each<[EditRefusal, string, readonly string[]]>([
  ['empty-path', file('a: x\n'), []],
  ['unclosed-frontmatter', '---\na: x\n', ['a']],
  ['broken-frontmatter', file('a: b: c\nm:\n  d: e\n'), ['m', 'd']],
  ['duplicate-key', file('a: x\na: y\n'), ['a']],
  ['aliased', file('m:\n  a: &x 1\n  b: *x\n'), ['m', 'a']],
])('a removal is refused as %s: %j, %j', (reason, before, path) => {
  expect(removeField(parseSkill(before), path)).toMatchObject({ kind: 'refused', reason });
});

test.each<[string, readonly string[], EditValue | undefined]>([
  [file('a: x\n'), ['a'], 'x'],
  [file('a: "x" # why\n'), ['a'], 'x'],
  [file('a: "true"\n'), ['a'], true],
  [file('a:\n  - x\n  - y\n'), ['a'], ['x', 'y']],
  [file('a: x\n'), ['b'], undefined],
  [file('a: x\n'), ['a', 'b'], undefined],
  [file('a: x\n'), ['constructor'], undefined],
  [file('a: b: c\n'), ['d'], undefined],
  ['no frontmatter', ['a'], undefined],
])('what the file says already is not written again: %j, %j = %j', (before, path, value) => {
  const skill = parseSkill(before);
  const outcome = value === undefined ? removeField(skill, path) : setField(skill, path, value);
  expect(outcome).toEqual({ kind: 'unchanged', skill });
});

test.each([
  ['---\nname: x\n---\nold\n', 'new\r\n', '---\nname: x\n---\nnew\r\n'],
  ['\uFEFF---\r\nname: x\r\n---\r\nold', '', '\uFEFF---\r\nname: x\r\n---\r\n'],
  ['---\r\nname: x\r\n---', 'new', '---\r\nname: x\r\n---\r\nnew'],
  ['---\nname: x\n---\n', '---\n---\n', '---\nname: x\n---\n---\n---\n'],
  ['old', 'new', 'new'],
])('the body of %j is replaced by %j', (before, body, after) =>
  check(replaceBody(parseSkill(before), body), after),
);

test.each<[EditRefusal | 'unchanged', string, string]>([
  ['unchanged', '---\nname: x\n---\nold', 'old'],
  ['unchanged', '---\nname: x\n---', ''],
  ['not-text', 'old', '\ud800'],
  ['body-changed', 'old', '---\nname: x\n---\nnew'],
  ['body-changed', 'old', '\uFEFFnew'],
])('the body is not replaced (%s): %j by %j', (reason, before, body) => {
  const outcome = replaceBody(parseSkill(before), body);
  expect(outcome.kind === 'refused' ? outcome.reason : outcome.kind).toBe(reason);
});

test('a skill named after its folder keeps that name', () => {
  const outcome = setField(parseSkill('---\na: x\n---\n', { folder: 'deploy' }), ['a'], 'y');
  expect(outcome).toMatchObject({ kind: 'edited', skill: { fields: { name: 'deploy' } } });
});

function bytesOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part));
  return Uint8Array.from(bytes.flatMap((part) => [...part]));
}

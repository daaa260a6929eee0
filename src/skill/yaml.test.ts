import { expect, test } from 'vitest';
import { lineOfKey, readYaml } from './yaml.js';

function check(text: string, expected: unknown): void {
  const reading = readYaml(text, { firstLine: 2 });
  expect([text, reading.ok ? reading.value : `line ${reading.line}: ${reading.reason}`]).toEqual([
    text,
    expected,
  ]);
}

test('scalars keep their source text', () => {
  check('a: 1.0\nb: 0123\nc: true\nd: 2024-01-31\ne: null\nf: ~\ng: 1e3\nh: "1.0"', {
    a: '1.0',
    b: '0123',
    c: 'true',
    d: '2024-01-31',
    e: 'null',
    f: '~',
    g: '1e3',
    h: '1.0',
  });
});

test('all of YAML is read', () => {
  check('a:\n  b: [c, {d: e}]\nf:\n- g\n-\n', { a: { b: ['c', { d: 'e' }] }, f: ['g', null] });
  check('a: |\n  one\n  two\nb: >-\n  one\n  two\n', { a: 'one\ntwo\n', b: 'one two' });
  check('a: &x {b: c}\nd: *x\n<<: *x\n', { a: { b: 'c' }, d: { b: 'c' }, '<<': { b: 'c' } });
  check('a: !!str 5', { a: '5' });
  check('', null);
  check('# nothing', null);
  check('- a', ['a']);
});

test('what is not YAML, or would be harmful, is a fault on its line', () => {
  check('a: b\nc: d: e', 'line 3: bad indentation of a mapping entry');
  check('a: b\n---\nc: d', 'line 2: expected a single document in the stream, but found more');
  check('a: !!js/function x', 'line 2: unknown tag !<tag:yaml.org,2002:js/function>');
  check('name: {{name}}', 'line 2: a map is used as a key');
  check('a: &x [*x]', 'line 2: more than 100 levels');
  check(`${'['.repeat(101)}${']'.repeat(101)}`, 'line 2: nesting exceeded maxDepth (100)');
  check(`a: &x y\nb: [${'*x,'.repeat(101)}]`, 'line 3: more than 100 aliases');
  check('- x\n'.repeat(20_000), 'line 2: more than 20000 values');
  const lists = [...'abcdef'].map((name, index, names) => {
    return `${name}: &${name} [${Array(9)
      .fill(index === 0 ? 'x' : `*${names[index - 1]}`)
      .join(', ')}]`;
  });
  check(lists.join('\n'), 'line 2: more than 20000 values');
});

test('of equal keys the last one counts, and that is reported', () => {
  const reading = readYaml('a: 1\nb:\n  c: 2\n  c: 3\na: 4\n', { firstLine: 2 });
  expect(reading).toMatchObject({
    ok: true,
    value: { a: '4', b: { c: '3' } },
    diagnostics: [{ code: 'duplicate-key', severity: 'error', line: 5 }],
  });
});

test('a key that could change other objects is left out, and that is reported', () => {
  const reading = readYaml('a: 1\nb:\n  __proto__: {polluted: yes}\n', { firstLine: 2 });
  expect(reading).toMatchObject({
    ok: true,
    value: { a: '1', b: {} },
    diagnostics: [{ code: 'forbidden-key', severity: 'warning', line: 4 }],
  });
  expect({}).not.toHaveProperty('polluted');
});

test('aliases are counted again when equal keys make a second reading necessary', () => {
  const text = `a: &x y\nb: [${'*x,'.repeat(60)}]\nb: [${'*x,'.repeat(40)}]\n`;
  expect(readYaml(text, { firstLine: 2 })).toMatchObject({
    ok: true,
    diagnostics: [{ code: 'duplicate-key', line: 4 }],
  });
});

test('the line of a key is that of an outermost one, else of a nested one', () => {
  const text = 'metadata:\n  name: inner\nname: outer\n"tags" : [a]\nb:\n  names: x\n';
  const rows = [
    ['metadata', 0],
    ['name', 2],
    ['tags', 3],
    ['names', 5],
    ['nam', -1],
    ['(', -1],
  ] as const;
  for (const [key, line] of rows) expect([key, lineOfKey(text, key)]).toEqual([key, line]);
});
